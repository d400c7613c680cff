-- Schemas, the text collation, the limits, and what every other function builds on: refusals, identity, names, ids.
--
--   plinth           exposed: metadata tables (select only, by policy) and the calls of docs/rpc.md
--   plinth_private   not exposed: authority, DDL, compilers, bookkeeping
--   data             exposed: the users' tables
--
-- USAGE on the schemas is granted by the last migration only, when every function has its exact grants.

create schema if not exists plinth;
create schema if not exists plinth_private;
create schema if not exists data;

revoke all on schema plinth, plinth_private, data from public;

-- Text order of people: case and accents count last, digits count as numbers ("9" before "10"). Deterministic, so that
-- equality stays equality of bytes and an index serves it.
create collation if not exists plinth.natural (provider = icu, locale = 'und-u-kn-true', deterministic = true);

-- The documented constants; equal to packages/domain/src/limits.ts (a test compares them).
create or replace function plinth_private.limits() returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'schemaVersion', 1, 'nameLength', 120, 'textLength', 2000, 'longTextLength', 100000, 'emailLength', 254,
    'urlLength', 2000, 'optionsPerField', 500, 'optionLength', 200, 'prefixLength', 20, 'numberWidth', 12,
    'jsonLength', 100000, 'jsonDepth', 32, 'fieldsPerTable', 200, 'basesPerWorkspace', 100,
    'customRolesPerBase', 50, 'rulesPerTable', 50, 'patternLength', 200, 'ruleMessageLength', 300, 'locksPerTable', 20, 'transitionsPerField', 200,
    'linksPerCell', 20, 'valuesPerRollup', 1000, 'linksPerChange', 500, 'linkLimit', 1000, 'recordsAlong', 10000, 'viewsPerTable', 100, 'viewBytes', 65536, 'recordsPerMove', 1000, 'recordsPerBulk', 1000000)
    -- A call takes no more than a hundred arguments.
    || jsonb_build_object(
    'descriptionLength', 2000, 'rowsPerDuplicate', 100000, 'rowsPerStep', 10000, 'trashDays', 30,
    'tablesPerBase', 200, 'tablesPerWorkspace', 1000, 'rowsPerWorkspace', 5000000,
    'fileBytesPerWorkspace', 10737418240, 'rowsPerWindow', 1000, 'idsPerRequest', 200, 'mutationsPerBatch', 500, 'rowsPerImportChunk', 5000,
    'skipFromAnchor', 5000, 'attachmentBytes', 52428800, 'attachmentsPerCell', 50, 'thumbnailEdge', 512, 'thumbnailBytes', 1048576,
    'avatarBytes', 1048576, 'avatarsPerPerson', 5, 'invitationDays', 14, 'maxInteger', 9007199254740991,
    'filterDepth', 5, 'filterConditions', 50, 'filterListLength', 500, 'searchLength', 200, 'searchWords', 10,
    'groupingsPerView', 3, 'collapsedGroups', 2000, 'groupsPerRequest', 10000, 'figuresPerView', 50, 'figuresPerGroup', 3, 'foundPerRequest', 50,
    'keysPerChart', 1000, 'seriesPerChart', 20, 'tilesPerDashboard', 24, 'sectionsPerForm', 50, 'formLabelLength', 300, 'formTextLength', 5000,
    'indexesPerTable', 20)
    || jsonb_build_object(
    'commentLength', 10000, 'commentsPerRecord', 1000, 'commentsPerRequest', 50, 'sectionsPerRecord', 30, 'columnsPerLink', 8,
    'shareLinksPerBase', 200, 'sharePasswordLength', 8, 'sharePasswordTries', 10, 'shareTryMinutes', 15, 'sharePassMinutes', 120,
    'colorRulesPerView', 20, 'quickFiltersPerView', 12, 'viewSectionsPerTable', 50,
    'sharedRowsPerRequest', 200, 'sharedFilesPerRequest', 50, 'toldFileSeconds', 120, 'stacksByLinks', 50, 'submissionsPerHour', 1000, 'submissionsAtOnce', 2, 'submissionBytes', 262144, 'sharedChoices', 50,
    'filesPerSubmission', 20, 'submittedFileBytes', 10485760, 'quarantineDays', 30, 'sharedFilesPerHour', 500,
    'automationsPerBase', 100, 'actionsPerAutomation', 10, 'automationDepth', 5, 'automationRunsPerHour', 10000, 'automationAttempts', 5,
    'automationRunDays', 30, 'automationRunsPerRequest', 100, 'noticeLength', 300, 'noticeDays', 90, 'noticesPerRequest', 50)
$$;

-- One of the limits, by its name.
create or replace function plinth_private.limit_of(p_name text) returns bigint
language sql immutable security invoker set search_path = ''
as $$ select (plinth_private.limits() ->> p_name)::bigint $$;

-- Refuses: raises SQLSTATE PT<status> (REST turns it into the HTTP status), message = code of the catalogue,
-- detail = {table, field, rule, limit, line}: names of things, never values.
create or replace function plinth_private.fail(p_status int, p_code text, p_details jsonb default null) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || p_status::text,
    message = p_code,
    detail = coalesce(jsonb_strip_nulls(p_details)::text, '{}');
end
$$;

-- Refuses an amount over a limit; the details tell of what.
create or replace function plinth_private.stay_within(p_amount bigint, p_limit bigint, p_details jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if p_amount > p_limit then
    perform plinth_private.fail(422, 'limit_exceeded', p_details || jsonb_build_object('limit', p_limit));
  end if;
end
$$;

-- The signed-in person, or null: for nobody, and for anonymous sign-ins. Never raises.
-- PL/pgSQL here and in the other authority helpers, because it keeps its plans from call to call.
create or replace function plinth_private.caller() returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return case when coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false' then auth.uid() end;
end
$$;

-- Speaks as this person from here on; answers the claims that the call came with, for `speak_again`. Where it fails in between, they are back
-- with the transaction or savepoint that it fails in.
create or replace function plinth_private.speak_as(p_person uuid) returns text[]
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_claims text[] := array[current_setting('request.jwt.claims', true), current_setting('request.jwt.claim.sub', true)];
begin
  perform plinth_private.speak_again(array[jsonb_build_object('sub', p_person, 'role', 'authenticated')::text, p_person::text]);
  return v_claims;
end
$$;

-- Speaks with these claims again.
create or replace function plinth_private.speak_again(p_claims text[]) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform set_config('request.jwt.claims', coalesce(p_claims[1], ''), true),
          set_config('request.jwt.claim.sub', coalesce(p_claims[2], ''), true);
end
$$;

-- Is what happens now done by an automation? (docs/decisions/0052-automation.md) Whoever says so of themselves may less.
create or replace function plinth_private.in_automation() returns boolean
language sql stable security invoker set search_path = ''
as $$ select nullif(current_setting('plinth.automation', true), '') is not null $$;

-- The signed-in person; refuses everybody else.
create or replace function plinth_private.require_user() returns uuid
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
begin
  if v_user is null then
    if auth.uid() is null then
      perform plinth_private.fail(401, 'not_signed_in');
    end if;
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return v_user;
end
$$;

-- UUID version 7: 48 bits of milliseconds, 12 bits of the fraction of the millisecond, 62 random bits.
create or replace function plinth_private.uuid_v7() returns uuid
language sql volatile security invoker set search_path = ''
as $$
  select encode(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(us / 1000) from 3) || int2send((28672 + (us % 1000) * 4)::int2)
      from 1 for 8),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as clock
$$;

-- Text without control characters and without marks that turn its direction around: for names that others hand over.
create or replace function plinth_private.plain_text(p_text text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select regexp_replace(p_text,
    '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]', ' ', 'g')
$$;

-- Text without anything at its ends that nobody sees: white space of every script, joiners, soft hyphens.
create or replace function plinth_private.trim_text(p_text text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select regexp_replace(p_text, replace('^[WS]+|[WS]+$', 'WS', '\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u115f\u1160'
    || '\u1680\u180e\u2000-\u200d\u2028\u2029\u202f\u205f\u2060-\u2064\u3000\u3164\ufeff\uffa0'), '', 'g')
$$;

-- A display name, trimmed; refuses an empty one, one over the limit, and what cannot be seen or turns the text around.
create or replace function plinth_private.clean_name(p_name text, p_max int default 120) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_name text := plinth_private.trim_text(coalesce(p_name, ''));
begin
  if v_name = '' then
    perform plinth_private.fail(400, 'name_required');
  elsif char_length(v_name) > p_max then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'name_length', 'limit', p_max));
  elsif v_name <> plinth_private.plain_text(v_name) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'name_characters'));
  end if;
  return v_name;
end
$$;

-- Text in ASCII letters and digits with single underscores: the readable part of a physical name. Accents are taken off,
-- Cyrillic and Greek are written in Latin letters, other scripts vanish; then the fallback is used.
create or replace function plinth_private.slug(p_text text, p_max int, p_fallback text) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v text := regexp_replace(lower(normalize(left(coalesce(p_text, ''), 200), nfkd)), '[\u0300-\u036f]', '', 'g');
  v_pair text[];
begin
  if v ~ '[^\u0001-\u007f]' then
    foreach v_pair slice 1 in array array[
      ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'], ['þ', 'th'], ['ж', 'zh'], ['х', 'kh'], ['ц', 'ts'], ['ч', 'ch'],
      ['щ', 'shch'], ['ш', 'sh'], ['ю', 'yu'], ['я', 'ya'], ['є', 'ye'], ['θ', 'th'], ['χ', 'ch'], ['ψ', 'ps'],
      ['ъ', ''], ['ь', '']]
    loop
      v := replace(v, v_pair[1], v_pair[2]);
    end loop;
    v := translate(v,
      'øłđðħıŋабвгдезиклмнопрстуфыэіґαβγδεζηικλμνξοπρστυφως',
      'olddhinabvgdeziklmnoprstufyeigavgdezeiklmnxoprstyfos');
  end if;
  v := btrim(left(btrim(regexp_replace(v, '[^a-z0-9]+', '_', 'g'), '_'), p_max), '_');
  if v = '' then
    return p_fallback;
  elsif v ~ '^[0-9]' then
    return btrim(left(left(p_fallback, 1) || '_' || v, p_max), '_');
  end if;
  return v;
end
$$;

-- True for names that no table and no column of a user may have: words of SQL, and of PL/pgSQL (in which formulas are computed),
-- columns of ours, columns of the system.
create or replace function plinth_private.is_reserved(p_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select p_name in ('id', 'created_at', 'created_by', 'changed_at', 'changed_by', 'ver', 'seq', 'oid', 'tableoid',
                    'ctid', 'xmin', 'xmax', 'cmin', 'cmax',
                    'begin', 'by', 'declare', 'execute', 'foreach', 'if', 'loop', 'strict', 'while')
      or exists (select 1 from pg_catalog.pg_get_keywords() as k where k.word = p_name and k.catcode in ('R', 'T', 'C'))
$$;

-- A physical name that is free: the wanted one, or with _2, _3, … behind it.
create or replace function plinth_private.free_name(p_wanted text, p_taken text[], p_max int default 40) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_name text := p_wanted;
  v_n int := 1;
begin
  while v_name = any (p_taken) or plinth_private.is_reserved(v_name) loop
    v_n := v_n + 1;
    v_name := rtrim(left(p_wanted, p_max - 1 - length(v_n::text)), '_') || '_' || v_n::text;
  end loop;
  return v_name;
end
$$;

-- A UUID from text, or null when the text is none. Total.
create or replace function plinth_private.as_uuid(p_text text) returns uuid
language sql immutable security invoker set search_path = ''
as $$
  select case when p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' then p_text::uuid end
$$;

-- Functions behind the calls: nobody's but definer code's.
create or replace function plinth_private.close_functions(p_functions text[]) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_name text;
begin
  foreach v_name in array p_functions loop
    execute format('revoke all on function plinth_private.%s from public, anon, authenticated, service_role', v_name);
  end loop;
end
$$;

-- The calls of signed-in people, and the functions of the same name that they stand before.
create or replace function plinth_private.open_calls(p_calls text[]) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_name text;
begin
  foreach v_name in array p_calls loop
    execute format('grant execute on function plinth_private.%s to authenticated, service_role', v_name);
    execute format('revoke all on function plinth.%s from public, anon', v_name);
    execute format('grant execute on function plinth.%s to authenticated, service_role', v_name);
  end loop;
end
$$;

revoke all on function plinth_private.close_functions(text[]), plinth_private.open_calls(text[]), plinth_private.speak_as(uuid),
  plinth_private.speak_again(text[]) from public, anon, authenticated, service_role;
