-- What visitors send with the forms of links (docs/decisions/0051-forms.md): as the link's maker may, and of that only what the form asks.
-- Files that come with it stand in the next file.

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
revoke all on plinth_private.share_budget, plinth_private.form_submission from public, anon, authenticated, service_role;

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

-- Did a visitor do what the link asks for? What the owner's function raises is no: raised, a submission would not be counted.
create or replace function plinth_private.is_person(p_link plinth_private.share_link, p_token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return not p_link.asks_captcha
    or plinth_private.captcha_json() is not null and plinth_private.verify_captcha(p_token) is true;
exception
  when others then
    return false;
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
    if not plinth_private.is_person(v_link, p_submission ->> 'captcha') then
      return '{"error": {"code": "captcha_failed"}}';
    end if;
    v_answer := plinth_private.write_as_maker(v_link, 'submission', p_submission);
  end if;
  return case when v_answer ? 'error' then v_answer
    else jsonb_build_object('receipt', plinth_private.read_as_maker(v_link, 'receipt', '{}')) end;
end
$$;

-- Sends a link's form.
create or replace function plinth.submit_shared_form(token text, pass text, submission jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.submit_shared_form($1, $2, $3) $$;

select plinth_private.close_functions(array[
  'unmarked_answer(plinth_private.share_link, text, jsonb)', 'unmarked_answers(plinth_private.share_link, jsonb, jsonb)',
  'without_untold(plinth_private.share_link, jsonb)', 'told_refusal(plinth_private.share_link, jsonb, jsonb)',
  'make_submission(plinth_private.share_link, jsonb)', 'write_as_maker(plinth_private.share_link, text, jsonb)',
  'take_turn(plinth_private.share_link, boolean)', 'is_person(plinth_private.share_link, text)', 'submit_shared_form(text, text, jsonb)'
]);
select plinth_private.open_calls(array['submit_shared_form(text, text, jsonb)']);
grant execute on function plinth.submit_shared_form(text, text, jsonb), plinth_private.submit_shared_form(text, text, jsonb) to anon;
