-- Forms for everybody who has their link (docs/decisions/0051-forms.md): what they are told of one, and what they send. Both as the link's
-- maker may, and of that only what the form asks. Ids of fields, people and records go out enciphered, as the marks of pages do.

-- What has come in this hour, in places that are written by one submission at a time: a flood against one link writes a few rows again and
-- again, waits for nobody, and lets nobody wait.
create table if not exists plinth_private.share_budget (
  link_id uuid not null references plinth_private.share_link (id) on delete cascade,
  -- 0: announced files.
  slot int not null,
  hour timestamptz not null,
  used int not null,
  primary key (link_id, slot)
) with (fillfactor = 40);
alter table plinth_private.share_budget enable row level security;

-- What came in the last day, so that what is sent again makes one record.
create table if not exists plinth_private.form_submission (
  link_id uuid not null references plinth_private.share_link (id) on delete cascade,
  id uuid not null,
  at timestamptz not null default now(),
  primary key (link_id, id)
);
create index if not exists form_submission_age on plinth_private.form_submission (link_id, at);
alter table plinth_private.form_submission enable row level security;

-- The captcha of the project; nobody's call writes it. No row: there is none.
create table if not exists plinth_private.captcha (
  is_one boolean primary key default true check (is_one),
  -- What the app shows: a provider that it knows, and that provider's public key.
  provider text not null,
  site_key text not null
);
alter table plinth_private.captcha enable row level security;
revoke all on plinth_private.share_budget, plinth_private.form_submission, plinth_private.captcha from public, anon, authenticated, service_role;

-- Did somebody do what the captcha asks? The owner of the database puts a function in the place of this one that asks the provider
-- (docs/deploy.md); until then nobody did. An upgrade leaves that function alone.
do $do$
begin
  if to_regprocedure('plinth_private.verify_captcha(text)') is null then
    create function plinth_private.verify_captcha(p_token text) returns boolean
    language sql volatile security definer set search_path = ''
    as $$ select false $$;
  end if;
end
$do$;

-- The captcha as a form tells it; null: the project has none.
create or replace function plinth_private.captcha_json() returns jsonb
language sql stable security definer set search_path = ''
as $$ select jsonb_build_object('provider', c.provider, 'siteKey', c.site_key) from plinth_private.captcha as c $$;

-- The form of a link, as its maker has it.
create or replace function plinth_private.form_of_share(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_link.kind <> 'form' or not plinth_private.is_there(p_link) then
    perform plinth_private.fail(404, 'share_invalid');
  end if;
  return (select plinth_private.form_of(v) from plinth.view as v where v.id = p_link.view_id);
end
$$;

-- May visitors answer a question about this field? About people where the link names them, about records where it says what they are called
-- and they are called by texts.
create or replace function plinth_private.is_asked_outside(p_link plinth_private.share_link, p_field plinth.field) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_field.type
    when 'person' then p_link.shows_people
    when 'link' then p_link.shows_linked
      and coalesce(plinth_private.family_of((plinth_private.label_field((plinth_private.link_end_of(p_field.id)).target)).type) = 'text', false)
    else true end;
end
$$;

-- Does a condition suit the fields? None does.
create or replace function plinth_private.suits(p_table uuid, p_when jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_when is null or p_when <> 'null' and plinth_private.form_condition(p_table, p_when, 't') is not null;
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
    return false;
end
$$;

-- The questions that visitors are told: those whose conditions, and whose sections' conditions, suit the fields.
create or replace function plinth_private.told_questions(p_link plinth_private.share_link, p_form jsonb)
returns table (n bigint, section_id text, question jsonb, field plinth.field)
language sql stable security definer set search_path = ''
as $$
  select q.n, q.section ->> 'id', q.question, f
  from plinth_private.questions_of(p_form) as q join plinth.field as f on f.id::text = q.field
  where f.table_id = p_link.table_id and plinth_private.is_asked_outside(p_link, f)
    and plinth_private.suits(p_link.table_id, q.section -> 'when') and plinth_private.suits(p_link.table_id, q.question -> 'when')
$$;

-- A condition with marks in the place of the ids of fields.
create or replace function plinth_private.marked_condition(p_link plinth_private.share_link, p_when jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select plinth_private.exchange_ids(p_when, coalesce((
    select jsonb_object_agg(n.node ->> 'field', plinth_private.page_mark(p_link, plinth_private.as_uuid(n.node ->> 'field'), true))
    from plinth_private.expression_nodes(p_when) as n where n.node ? 'field'), '{}'))
$$;

-- The value of a question as visitors are told it: of a hidden one where a condition looks at it, of links and files none.
create or replace function plinth_private.told_value(p_link plinth_private.share_link, p_form jsonb, p_question jsonb, p_field plinth.field)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value jsonb := p_question -> 'value';
begin
  if v_value is null or p_field.type = 'link' or plinth_private.answer_problem(p_field, v_value) is not null
     or p_question -> 'isHidden' = 'true' and not exists (
       select 1 from jsonb_path_query(p_form, '$.**.when.**.field') as f where f #>> '{}' = p_field.id::text) then
    return '{}';
  elsif p_field.type = 'person' then
    v_value := coalesce(to_jsonb(plinth_private.page_mark(p_link, plinth_private.as_uuid(v_value #>> '{}'), true)), 'null');
  end if;
  return jsonb_build_object('value', v_value);
end
$$;

-- A question as visitors are told it.
create or replace function plinth_private.told_question(p_link plinth_private.share_link, p_form jsonb, p_question jsonb, p_field plinth.field)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
      'field', plinth_private.page_mark(p_link, p_field.id, true), 'label', coalesce(nullif(p_question ->> 'label', ''), p_field.name),
      'help', nullif(p_question ->> 'help', ''), 'type', p_field.type,
      'isRequired', p_question -> 'isRequired' = 'true' is true or p_field.rules -> 'required' = 'true' is true,
      'isHidden', case when p_question -> 'isHidden' = 'true' then true end,
      'when', plinth_private.marked_condition(p_link, p_question -> 'when')))
    || jsonb_build_object('options', coalesce((
         select jsonb_object_agg(o.key, o.value) from jsonb_each(p_field.options) as o
         where o.key in ('options', 'decimals', 'currency', 'max', 'unit', 'prefix', 'digits', 'single', 'limit')), '{}'))
    || plinth_private.told_value(p_link, p_form, p_question, p_field)
$$;

-- What a link to a form shows besides: its words, and its questions. Sections whose condition is lost are left out.
create or replace function plinth_private.told_form(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_form jsonb := plinth_private.form_of_share(p_link);
  v_sections jsonb;
begin
  select coalesce(jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object('title', nullif(s.value ->> 'title', ''), 'text', nullif(s.value ->> 'text', ''),
        'when', plinth_private.marked_condition(p_link, s.value -> 'when')))
      || jsonb_build_object('questions', coalesce((
           select jsonb_agg(plinth_private.told_question(p_link, v_form, q.question, q.field) order by q.n)
           from plinth_private.told_questions(p_link, v_form) as q where q.section_id = s.value ->> 'id'), '[]'))
      order by s.ordinality), '[]')
    into v_sections
    from jsonb_array_elements(v_form -> 'sections') with ordinality as s
    where plinth_private.suits(p_link.table_id, s.value -> 'when');
  return jsonb_build_object('form', jsonb_strip_nulls(jsonb_build_object('title', nullif(v_form ->> 'title', ''),
      'intro', nullif(v_form ->> 'intro', ''), 'submitLabel', nullif(v_form ->> 'submitLabel', '')))
    || jsonb_build_object('pace', coalesce(v_form ->> 'pace', 'page'), 'sections', v_sections,
         'captcha', case when p_link.asks_captcha then plinth_private.captcha_json() end));
end
$$;

-- What is said once it is sent.
create or replace function plinth_private.receipt_of_form(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_form jsonb := plinth_private.form_of_share(p_link);
begin
  return jsonb_strip_nulls(jsonb_build_object('thanks', nullif(v_form ->> 'thanks', ''), 'redirect', v_form ->> 'redirect',
    'allowsAnother', coalesce(v_form -> 'allowsAnother' = 'true', false)));
end
$$;

-- Records of a link's other table that may be chosen: by what they are called, those that contain a text.
create or replace function plinth_private.linked_choices(p_link plinth_private.share_link, p_field plinth.field, p_search text, p_take int)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_target uuid := (plinth_private.link_end_of(p_field.id)).target;
  v_label plinth.field := plinth_private.label_field(v_target);
  v_query jsonb := jsonb_build_object('table', v_target, 'fields', jsonb_build_array(v_label.id), 'linkable', jsonb_build_object('field', p_field.id),
    'sorts', jsonb_build_array(jsonb_build_object('field', v_label.id, 'direction', 'asc')),
    'filter', jsonb_build_object('join', 'and', 'items', jsonb_build_array(case when p_search = ''
      then jsonb_build_object('field', v_label.id, 'operator', 'not_empty')
      else jsonb_build_object('field', v_label.id, 'operator', 'contains', 'value', p_search) end)));
  v_readable record := plinth_private.readable(v_query);
  v_projection record := plinth_private.projection(v_target, v_query);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', plinth_private.page_mark(p_link, (r.value ->> 0)::uuid, true), 'label', r.value -> 2)
                              order by r.ordinality), '[]')
    from jsonb_array_elements(plinth_private.read_rows(v_readable, v_projection,
           plinth_private.find_ids(plinth_private.view_of(v_readable, v_query), 'true', null, false, 0, p_take))::jsonb) with ordinality as r);
end
$$;

-- People of a base by their names, those that contain a text.
create or replace function plinth_private.person_choices(p_link plinth_private.share_link, p_search text, p_take int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', plinth_private.page_mark(p_link, c.id, true), 'label', c.name) order by c.name, c.id), '[]')
  from (
    select p.id, p.name
    from plinth."table" as t join plinth.base as b on b.id = t.base_id
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id join plinth.profile as p on p.id = m.user_id
    where t.id = p_link.table_id and plinth_private.standing(p.id, b.id) is not null
      and strpos(plinth_private.folded(p.name), plinth_private.folded(p_search)) > 0
    order by p.name, p.id limit p_take) as c
$$;

-- What may be chosen for a question of links or of people.
create or replace function plinth_private.choices_of_form(p_link plinth_private.share_link, p_field uuid, p_search text, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select (q.field).* into v_field from plinth_private.told_questions(p_link, plinth_private.form_of_share(p_link)) as q
    where (q.field).id = plinth_private.page_mark(p_link, p_field, false) and q.question -> 'isHidden' is distinct from 'true';
  return case v_field.type when 'link' then plinth_private.linked_choices(p_link, v_field, p_search, p_take)
                           when 'person' then plinth_private.person_choices(p_link, p_search, p_take) else '[]' end;
end
$$;

-- An answer with ids in the place of marks: people, and linked records. What is no mark stays what it is.
create or replace function plinth_private.unmarked_answer(p_link plinth_private.share_link, p_type text, p_answer jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id uuid := plinth_private.as_uuid(p_answer #>> '{}');
begin
  if p_type = 'person' and v_id is not null then
    return to_jsonb(plinth_private.page_mark(p_link, v_id, false));
  elsif p_type = 'link' and jsonb_typeof(p_answer -> 'link') = 'array' then
    return p_answer || jsonb_build_object('link', coalesce((
      select jsonb_agg(coalesce(to_jsonb(plinth_private.page_mark(p_link, plinth_private.as_uuid(i.value #>> '{}'), false)), i.value) order by i.ordinality)
      from jsonb_array_elements(p_answer -> 'link') with ordinality as i), '[]'));
  end if;
  return p_answer;
end
$$;

-- The answers of a visitor by the ids of fields; null where one of them is to no question.
create or replace function plinth_private.unmarked_answers(p_link plinth_private.share_link, p_form jsonb, p_answers jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answers jsonb;
begin
  select coalesce(jsonb_object_agg((q.field).id, plinth_private.unmarked_answer(p_link, (q.field).type, a.value)), '{}')
    into v_answers
    from jsonb_each(p_answers) as a
    join plinth_private.told_questions(p_link, p_form) as q on (q.field).id = plinth_private.page_mark(p_link, plinth_private.as_uuid(a.key), false);
  return case when (select count(*) from jsonb_object_keys(v_answers)) = (select count(*) from jsonb_object_keys(p_answers)) then v_answers end;
end
$$;

-- A form as it is counted for visitors: what they are not asked has the form's own value.
create or replace function plinth_private.without_untold(p_link plinth_private.share_link, p_form jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select p_form || jsonb_build_object('sections', coalesce((
    select jsonb_agg(s.value || jsonb_build_object('questions', coalesce((
             select jsonb_agg(q.value || case when t.id is null then '{"isHidden": true}'::jsonb else '{}' end order by q.ordinality)
             from jsonb_array_elements(s.value -> 'questions') with ordinality as q
             left join (select (x.field).id from plinth_private.told_questions(p_link, p_form) as x) as t on t.id::text = q.value ->> 'field'), '[]'))
           order by s.ordinality)
    from jsonb_array_elements(p_form -> 'sections') with ordinality as s), '[]'))
$$;

-- A refusal as visitors are told it: of a question the mark; in its maker's words where a rule has some. What says that the maker may not
-- do it says that the link is none.
create or replace function plinth_private.told_refusal(p_link plinth_private.share_link, p_form jsonb, p_error jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_details jsonb := coalesce(p_error -> 'details', '{}');
  v_told uuid[] := array(select (q.field).id from plinth_private.told_questions(p_link, p_form) as q
                         where q.question -> 'isHidden' is distinct from 'true');
  v_field uuid := plinth_private.as_uuid(v_details ->> 'field');
begin
  if p_error ->> 'code' in ('forbidden', 'not_found', 'read_only', 'rule_refused', 'rule_left', 'record_locked', 'field_read_only',
                            'share_invalid') then
    return '{"code": "share_invalid"}';
  end if;
  return jsonb_strip_nulls(jsonb_build_object('code', p_error -> 'code',
    'details', jsonb_strip_nulls(jsonb_build_object('rule', case when p_error ->> 'code' in ('invalid_input', 'limit_exceeded') then v_details -> 'rule' end,
        'field', case when v_field = any (v_told) then plinth_private.page_mark(p_link, v_field, true) end))
      || case when v_details ? 'fields' then jsonb_build_object('fields', (
           select jsonb_agg(plinth_private.page_mark(p_link, f.id::uuid, true) order by f.ordinality)
           from jsonb_array_elements_text(v_details -> 'fields') with ordinality as f (id) where f.id::uuid = any (v_told))) else '{}' end,
    'hint', case
      when p_error ->> 'code' = 'rule_violated' then (
        select r.message from plinth.table_rule as r where r.table_id = p_link.table_id and r.id = plinth_private.as_uuid(v_details ->> 'rule'))
      when p_error ->> 'code' = 'pattern_mismatch' and v_field = any (v_told) then (
        select f.rules #>> '{pattern,message}' from plinth.field as f where f.id = v_field) end));
end
$$;

-- Makes the record of a submission, with the claims of the link's maker: {} where it is made, or was before, else {error}.
create or replace function plinth_private.make_submission(p_link plinth_private.share_link, p_submission jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_form jsonb := plinth_private.form_of_share(p_link);
  v_id uuid := plinth_private.as_uuid(p_submission ->> 'id');
  v_record uuid := plinth_private.uuid_v7();
  v_answers jsonb := plinth_private.unmarked_answers(p_link, v_form, p_submission -> 'answers');
  v_files jsonb := plinth_private.unmarked_files(p_link, v_form, coalesce(p_submission -> 'files', '{}'));
  v_counted record;
  v_mutation jsonb;
  v_error jsonb;
begin
  if v_answers is null or v_files is null then
    return '{"error": {"code": "invalid_input", "details": {"rule": "answers"}}}';
  end if;
  v_counted := plinth_private.count_answers(p_link.table_id, plinth_private.without_untold(p_link, v_form), v_answers,
    (select coalesce(jsonb_object_agg(f.key, jsonb_array_length(f.value)), '{}') from jsonb_each(v_files) as f));
  -- Files for what is not asked stay where they are, and go.
  v_files := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(v_files) as f where v_counted.asked ? f.key);
  v_error := jsonb_build_object('code', v_counted.fault -> 'code', 'details', v_counted.fault - 'code');
  if v_counted.fault is null then
    insert into plinth_private.form_submission (link_id, id) values (p_link.id, v_id) on conflict do nothing;
    if not found then
      return '{}';
    end if;
    v_error := plinth_private.claim_files(p_link, v_files, v_record);
    v_mutation := jsonb_build_object('id', v_record, 'kind', 'insert', 'table', p_link.table_id, 'record', v_record, 'values', v_counted.counted);
    if v_error is null then
      perform plinth_private.lock_records(jsonb_build_array(v_mutation));
      v_error := plinth_private.run_mutation(v_mutation) -> 'error';
    end if;
    if v_error is null then
      return '{}';
    end if;
    perform plinth_private.release_files(v_record);
    delete from plinth_private.form_submission as s where s.link_id = p_link.id and s.id = v_id;
  end if;
  return jsonb_build_object('error', plinth_private.told_refusal(p_link, v_form, v_error));
end
$$;

-- Does as the maker of a link what a submission asks for, or announces a file. What the maker may not do any more is as a link that is none.
create or replace function plinth_private.write_as_maker(p_link plinth_private.share_link, p_call text, p_args jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_claims text[];
  v_answer jsonb;
begin
  v_claims := plinth_private.speak_as(p_link.made_by);
  v_answer := case p_call when 'submission' then plinth_private.make_submission(p_link, p_args)
                          when 'file' then plinth_private.announce_file(p_link, p_args) end;
  perform plinth_private.speak_again(v_claims);
  return v_answer;
exception
  when sqlstate 'PT403' or sqlstate 'PT404' then
    perform plinth_private.fail(404, 'share_invalid');
end
$$;

-- Refuses what a link has no room for, before anything is done for it: a submission, or the announcement of a file. Few are worked on at a time:
-- what comes beside them is told to come again, and nobody waits for anybody. What is worked on is counted, whatever becomes of it, and the link
-- stays until it has ended.
create or replace function plinth_private.take_turn(p_link plinth_private.share_link, p_is_file boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hour timestamptz := date_trunc('hour', now());
  v_most bigint := case when p_is_file then plinth_private.limit_of('sharedFilesPerHour')
                        else coalesce(p_link.per_hour, plinth_private.limit_of('submissionsPerHour')) end;
  v_slots int[] := case when p_is_file then '{0}' else array(select generate_series(1, plinth_private.limit_of('submissionsAtOnce'))::int) end;
  v_slot int;
begin
  -- Those under way at this moment are not among them.
  if v_most <= (select coalesce(sum(b.used), 0) from plinth_private.share_budget as b
                where b.link_id = p_link.id and b.slot = any (v_slots) and b.hour = v_hour) then
    perform plinth_private.fail(429, 'form_busy', jsonb_build_object('seconds', ceil(extract(epoch from v_hour + interval '1 hour' - now()))::int));
  end if;
  foreach v_slot in array v_slots loop
    exit when pg_try_advisory_xact_lock(hashtextextended('plinth.form:' || p_link.id::text, v_slot));
    v_slot := null;
  end loop;
  if v_slot is null then
    perform plinth_private.fail(429, 'form_busy', '{"seconds": 1}');
  end if;
  perform 1 from plinth_private.share_link as l where l.id = p_link.id for key share;
  if not found then
    perform plinth_private.fail(404, 'share_invalid');
  end if;
  insert into plinth_private.share_budget as b (link_id, slot, hour, used) values (p_link.id, v_slot, v_hour, 1)
    on conflict (link_id, slot) do update
      set used = case when b.hour = excluded.hour then b.used + 1 else 1 end, hour = excluded.hour;
end
$$;

-- Sends a link's form: {receipt}, or {error}: {code, details, hint}. What is refused for what was sent is answered, because what is raised
-- is not counted.
create or replace function plinth_private.submit_shared_form(p_token text, p_pass text, p_submission jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
  v_answer jsonb := '{}';
begin
  perform plinth_private.stay_within(octet_length(p_submission::text), plinth_private.limit_of('submissionBytes'), '{"rule": "submission"}');
  perform plinth_private.check_submission(p_submission, '{id,answers,files,trap,captcha}');
  -- What fills in what people do not see is answered like everybody; so is what was sent before.
  if coalesce(p_submission ->> 'trap', '') = '' and not exists (
       select 1 from plinth_private.form_submission as s
       where s.link_id = v_link.id and s.id = plinth_private.as_uuid(p_submission ->> 'id')) then
    perform plinth_private.take_turn(v_link, false);
    -- What came a day ago is forgotten now and then.
    if random() < 0.02 then
      delete from plinth_private.form_submission as s where s.link_id = v_link.id and s.at < now() - interval '1 day';
    end if;
    if v_link.asks_captcha and (plinth_private.captcha_json() is null or plinth_private.verify_captcha(p_submission ->> 'captcha') is not true) then
      return '{"error": {"code": "captcha_failed"}}';
    end if;
    v_answer := plinth_private.write_as_maker(v_link, 'submission', p_submission);
  end if;
  return case when v_answer ? 'error' then v_answer
    else jsonb_build_object('receipt', plinth_private.read_as_maker(v_link, 'receipt', '{}')) end;
end
$$;

-- What may be chosen for a question of links or of people: [{id, label}].
create or replace function plinth_private.shared_choices(p_token text, p_pass text, p_field uuid, p_search text, p_take int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
begin
  if p_take is null or p_take not between 1 and plinth_private.limit_of('sharedChoices')
     or char_length(p_search) > plinth_private.limit_of('searchLength') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'choices', 'limit', plinth_private.limit_of('sharedChoices')));
  end if;
  return plinth_private.read_as_maker(v_link, 'choices',
    jsonb_build_object('field', p_field, 'search', plinth_private.trim_text(coalesce(p_search, '')), 'take', p_take));
end
$$;

-- Sends a link's form.
create or replace function plinth.submit_shared_form(token text, pass text, submission jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.submit_shared_form($1, $2, $3) $$;

-- What may be chosen in a link's form.
create or replace function plinth.shared_choices(token text, pass text, field uuid, search text, take int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_choices($1, $2, $3, $4, $5) $$;

select plinth_private.close_functions(array[
  'verify_captcha(text)', 'captcha_json()', 'form_of_share(plinth_private.share_link)', 'is_asked_outside(plinth_private.share_link, plinth.field)',
  'suits(uuid, jsonb)', 'told_questions(plinth_private.share_link, jsonb)', 'marked_condition(plinth_private.share_link, jsonb)',
  'told_value(plinth_private.share_link, jsonb, jsonb, plinth.field)', 'told_question(plinth_private.share_link, jsonb, jsonb, plinth.field)',
  'told_form(plinth_private.share_link)', 'receipt_of_form(plinth_private.share_link)',
  'linked_choices(plinth_private.share_link, plinth.field, text, int)', 'person_choices(plinth_private.share_link, text, int)',
  'choices_of_form(plinth_private.share_link, uuid, text, int)', 'unmarked_answer(plinth_private.share_link, text, jsonb)',
  'unmarked_answers(plinth_private.share_link, jsonb, jsonb)', 'without_untold(plinth_private.share_link, jsonb)',
  'told_refusal(plinth_private.share_link, jsonb, jsonb)', 'make_submission(plinth_private.share_link, jsonb)',
  'write_as_maker(plinth_private.share_link, text, jsonb)', 'take_turn(plinth_private.share_link, boolean)',
  'submit_shared_form(text, text, jsonb)', 'shared_choices(text, text, uuid, text, int)'
]);
select plinth_private.open_calls(array['submit_shared_form(text, text, jsonb)', 'shared_choices(text, text, uuid, text, int)']);
grant execute on function plinth.submit_shared_form(text, text, jsonb), plinth.shared_choices(text, text, uuid, text, int),
  plinth_private.submit_shared_form(text, text, jsonb), plinth_private.shared_choices(text, text, uuid, text, int) to anon;
