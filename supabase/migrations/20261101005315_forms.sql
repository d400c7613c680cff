-- Sending forms (docs/decisions/0051-forms.md): which questions are asked, and the record that answers become. The same for members, who
-- send under their own rights, and for links, which send as their maker may.

-- The fields of a table that the caller may give values to.
create or replace function plinth_private.form_fields(p_table uuid) returns setof plinth.field
language sql stable security definer set search_path = ''
as $$
  select f.* from plinth_private.seen_fields(p_table) as f
  where not plinth_private.is_computed_field(f) and plinth_private.field_access(f.id) = 'write'
$$;

-- What a form asks the caller: sections of questions about fields that they may give values to. One without sections asks for all of them.
create or replace function plinth_private.form_of(p_view plinth.view) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_form jsonb := coalesce(p_view.config #> '{settings,form}', '{}');
  v_fields jsonb;
begin
  select coalesce(jsonb_agg(f.id order by f.position, f.id), '[]') into v_fields from plinth_private.form_fields(p_view.table_id) as f;
  if not v_form ? 'sections' then
    v_form := v_form || jsonb_build_object('sections', jsonb_build_array(jsonb_build_object('id', 'all', 'questions', coalesce((
      select jsonb_agg(jsonb_build_object('field', f.value) order by f.ordinality) from jsonb_array_elements(v_fields) with ordinality as f), '[]'))));
  end if;
  return plinth_private.fit_form(v_form, array(select jsonb_array_elements_text(v_fields)));
end
$$;

-- Is a condition true for these answers? None is; null, and one that does not suit the fields any more, is not.
create or replace function plinth_private.is_met(p_table uuid, p_when jsonb, p_answers jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_condition text;
  v_answers text;
  v_met boolean;
begin
  if p_when is null then
    return true;
  elsif p_when = 'null' then
    return false;
  end if;
  v_condition := plinth_private.form_condition(p_table, p_when, 't');
  select string_agg(format('%s as %I', plinth_private.cast_sql(f.type, format('$1 ->> %L', f.id)), f.column_name), ', ')
    into v_answers
    from plinth.field as f
    where f.table_id = p_table and f.id::text in (select n.node ->> 'field' from plinth_private.expression_nodes(p_when) as n);
  execute format('select %s from (select %s) as t', v_condition, coalesce(v_answers, 'true')) into v_met using p_answers;
  return coalesce(v_met, false);
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
    return false;
end
$$;

-- Does an answer say nothing? A tick that is not set says nothing either.
create or replace function plinth_private.is_unanswered(p_type text, p_answer jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_answer is null or p_answer in ('null', '""', '[]')
    or case p_type when 'checkbox' then p_answer = 'false'
                   when 'link' then coalesce(p_answer -> 'link', '[]') in ('[]', 'null') else false end
$$;

-- Why an answer does not fit its field: a code, or null. Files are no answers; links are made, not taken away.
create or replace function plinth_private.answer_problem(p_field plinth.field, p_answer jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_field.type = 'attachment' then 'value_invalid'
    when p_field.type = 'link' and p_answer ? 'unlink' then 'value_invalid'
    when p_field.type = 'link' then plinth_private.link_problem(coalesce(p_field.options -> 'single' = 'true', false), p_answer)
    else plinth_private.value_problem(p_field.type, plinth_private.option_ids(p_field.options), p_answer) end;
end
$$;

-- Of these records those that the caller may link through a field, in their order: they read them, the field takes them, and no lock keeps
-- them as they are. As many as the field takes.
create or replace function plinth_private.linkable_among(p_field plinth.field, p_records uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_ids uuid[] := plinth_private.readable_among(v_end.target, p_records);
begin
  if v_ids = '{}' then
    return v_ids;
  end if;
  execute format('select array(select t.id from %s as t where t.id = any ($1) and (%s))', plinth_private.relation_of(v_end.target),
                 plinth_private.linkable_sql(v_end.target, jsonb_build_object('field', p_field.id)))
    into v_ids using v_ids;
  if v_end.pair is not null then
    v_ids := array(select u.id from unnest(v_ids) as u (id)
                   except select l.record_id from plinth_private.locked_among(v_end.target, v_ids) as l);
  end if;
  return array(select r.id from unnest(p_records) with ordinality as r (id, n) where r.id = any (v_ids) group by r.id order by min(r.n)
               limit case when v_end.single then 1 else (p_field.options ->> 'limit')::int end);
end
$$;

-- What a form gives by itself, as far as it can be given now: people who are gone, and records that are, or that the caller may not link, are
-- passed over. Null: nothing.
create or replace function plinth_private.own_answer(p_field plinth.field, p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if p_value is null or p_value = 'null' or p_field.type not in ('person', 'link') then
    return p_value;
  elsif p_field.type = 'person' then
    return case when plinth_private.standing(plinth_private.as_uuid(p_value #>> '{}'),
      (select t.base_id from plinth."table" as t where t.id = p_field.table_id)) is not null then p_value end;
  end if;
  v_ids := plinth_private.linkable_among(p_field, plinth_private.change_ids(p_value, 'link'));
  return case when v_ids <> '{}' then jsonb_build_object('link', to_jsonb(v_ids)) end;
end
$$;

-- The answer to a question: what was given, else what the form gives by itself. What was given and is the form's own was there before
-- anybody answered: it is passed over in the same way. Null: nothing.
create or replace function plinth_private.answer_to(p_field plinth.field, p_given jsonb, p_own jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own uuid[];
  v_lost uuid[];
begin
  if p_given is null or p_field.type = 'person' and p_given = p_own then
    return plinth_private.own_answer(p_field, p_own);
  elsif p_field.type <> 'link' or jsonb_typeof(p_given -> 'link') is distinct from 'array' then
    return p_given;
  end if;
  v_own := plinth_private.change_ids(p_own, 'link');
  v_lost := array(select u.id from unnest(v_own) as u (id) except select l.id from unnest(plinth_private.linkable_among(p_field, v_own)) as l (id));
  return case when v_lost = '{}' then p_given else p_given || jsonb_build_object('link', (
    select coalesce(jsonb_agg(g.value order by g.ordinality), '[]') from jsonb_array_elements(p_given -> 'link') with ordinality as g
    where plinth_private.as_uuid(g.value #>> '{}') = any (v_lost) is not true)) end;
end
$$;

-- The answers of a form that count, by the ids of fields: those to the questions that are asked, and what the form says by itself. Each
-- condition is asked of the answers before it. p_files: how many files came for which field; null: they come later. `fault` says why a form
-- cannot be sent: {code, field, fields}.
create or replace function plinth_private.count_answers(
  p_table uuid, p_form jsonb, p_answers jsonb, p_files jsonb, out counted jsonb, out asked jsonb, out fault jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_one record;
  v_section jsonb;
  v_open boolean;
  v_answer jsonb;
  v_missing jsonb := '[]';
  v_code text;
begin
  counted := '{}';
  asked := '[]';
  for v_one in
    select q.question, q.section, f as field from plinth_private.questions_of(p_form) as q
    join plinth_private.form_fields(p_table) as f on f.id::text = q.field order by q.n
  loop
    if v_section is distinct from v_one.section then
      v_section := v_one.section;
      v_open := plinth_private.is_met(p_table, v_section -> 'when', counted);
    end if;
    continue when not v_open or not plinth_private.is_met(p_table, v_one.question -> 'when', counted);
    asked := asked || to_jsonb((v_one.field).id);
    v_answer := plinth_private.answer_to(v_one.field, p_answers -> (v_one.field).id::text, v_one.question -> 'value');
    if v_answer is not null then
      v_code := plinth_private.answer_problem(v_one.field, v_answer);
      if v_code is not null then
        fault := jsonb_build_object('code', v_code, 'field', (v_one.field).id);
        return;
      end if;
      counted := counted || jsonb_build_object((v_one.field).id::text, v_answer);
    end if;
    if v_one.question -> 'isRequired' = 'true' and v_one.question -> 'isHidden' is distinct from 'true' and (case
         when (v_one.field).type = 'attachment' then p_files is not null and coalesce(p_files -> (v_one.field).id::text, '0') = '0'
         else plinth_private.is_unanswered((v_one.field).type, v_answer) end) then
      v_missing := v_missing || to_jsonb((v_one.field).id);
    end if;
  end loop;
  if v_missing <> '[]' then
    fault := jsonb_build_object('code', 'value_required', 'field', v_missing -> 0, 'fields', v_missing);
  end if;
end
$$;

-- Refuses what is no submission of a form: {id, answers}, and of links more.
create or replace function plinth_private.check_submission(p_submission jsonb, p_keys text[]) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_submission), '') <> 'object' or p_submission - p_keys <> '{}'
     or plinth_private.as_uuid(p_submission ->> 'id') is null or coalesce(jsonb_typeof(p_submission -> 'answers'), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "submission"}');
  end if;
end
$$;

-- Refuses answers to questions that a form does not have.
create or replace function plinth_private.require_questions(p_form jsonb, p_answers jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if exists (select 1 from jsonb_object_keys(p_answers) as a (id)
             where a.id not in (select q.field from plinth_private.questions_of(p_form) as q)) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "answers"}');
  end if;
end
$$;

-- The mutation that a member's submission becomes: an insert of what the form asks. Null: it is made already.
create or replace function plinth_private.form_mutation(p_view uuid, p_submission jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_view plinth.view;
  v_form jsonb;
  v_answers record;
begin
  perform plinth_private.stay_within(octet_length(p_submission::text), plinth_private.limit_of('submissionBytes'), '{"rule": "submission"}');
  perform plinth_private.check_submission(p_submission, '{id,answers}');
  select v.* into v_view from plinth.view as v
    where v.id = p_view and v.kind = 'form' and v.trashed_at is null and (v.owner_id is null or v.owner_id = v_user);
  perform plinth_private.require_scope(v_view.table_id, 'create');
  if exists (select 1 from plinth_private.mutation as m
             where m.user_id = v_user and m.id = plinth_private.as_uuid(p_submission ->> 'id') and m.result ->> 'status' = 'ok') then
    return null;
  end if;
  v_form := plinth_private.form_of(v_view);
  perform plinth_private.require_questions(v_form, p_submission -> 'answers');
  v_answers := plinth_private.count_answers(v_view.table_id, v_form, p_submission -> 'answers', null);
  if v_answers.fault is not null then
    perform plinth_private.fail(422, v_answers.fault ->> 'code', (v_answers.fault - 'code') || jsonb_build_object('table', v_view.table_id));
  end if;
  return jsonb_build_object('id', p_submission -> 'id', 'kind', 'insert', 'table', v_view.table_id, 'record', p_submission -> 'id',
                            'values', v_answers.counted);
end
$$;

-- Makes a record of a form's answers, as the caller: as a mutation of theirs. {record}
create or replace function plinth_private.submit_form(p_view uuid, p_submission jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_mutation jsonb := plinth_private.form_mutation(p_view, p_submission);
  v_result jsonb;
begin
  if v_mutation is not null then
    v_result := plinth_private.apply_mutations(jsonb_build_object('mutations', jsonb_build_array(v_mutation), 'atomic', true)) -> 0;
    if v_result ->> 'status' <> 'ok' then
      perform plinth_private.fail(422, v_result #>> '{error,code}', v_result #> '{error,details}');
    end if;
  end if;
  return jsonb_build_object('record', lower(p_submission ->> 'id'));
end
$$;

-- Sends a form.
create or replace function plinth.submit_form(view uuid, submission jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.submit_form($1, $2) $$;

select plinth_private.close_functions(array[
  'form_fields(uuid)', 'form_of(plinth.view)', 'is_met(uuid, jsonb, jsonb)', 'is_unanswered(text, jsonb)', 'answer_problem(plinth.field, jsonb)',
  'linkable_among(plinth.field, uuid[])', 'own_answer(plinth.field, jsonb)', 'answer_to(plinth.field, jsonb, jsonb)',
  'count_answers(uuid, jsonb, jsonb, jsonb)', 'check_submission(jsonb, text[])', 'require_questions(jsonb, jsonb)',
  'form_mutation(uuid, jsonb)', 'submit_form(uuid, jsonb)'
]);
grant execute on function plinth_private.form_mutation(uuid, jsonb) to authenticated, service_role;
select plinth_private.open_calls(array['submit_form(uuid, jsonb)']);
