-- What a view of kind `form` asks (packages/domain/src/view/form-settings.ts, docs/decisions/0051-forms.md): its shape when it is stored,
-- and what of it is told to whom.

-- Is a piece of a document absent, or a text within a limit?
create or replace function plinth_private.is_text_within(p_value jsonb, p_limit text) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_value is null
    or jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= plinth_private.limit_of(p_limit)
$$;

-- Is it absent, or true or false?
create or replace function plinth_private.is_flag(p_value jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select coalesce(jsonb_typeof(p_value), 'boolean') = 'boolean' $$;

-- May this be an answer that a form gives by itself? Whether it suits the field is asked when the form is sent.
create or replace function plinth_private.is_answer(p_value jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select case coalesce(jsonb_typeof(p_value), 'null')
    when 'object' then p_value - 'link' = '{}' and p_value ? 'link' and plinth_private.record_ids(p_value -> 'link', plinth_private.limit_of('linksPerChange')) is not null
    when 'array' then not exists (select 1 from jsonb_array_elements(p_value) as i where jsonb_typeof(i.value) <> 'string')
    else true
  end
$$;

-- Is this a question of a form?
create or replace function plinth_private.is_question(p_question jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_question) = 'object'
    and p_question - '{field,label,help,isRequired,when,value,isHidden}'::text[] = '{}'
    and plinth_private.as_uuid(p_question ->> 'field') is not null
    and plinth_private.is_text_within(p_question -> 'label', 'formLabelLength')
    and plinth_private.is_text_within(p_question -> 'help', 'descriptionLength')
    and plinth_private.is_flag(p_question -> 'isRequired') and plinth_private.is_flag(p_question -> 'isHidden')
    and coalesce(jsonb_typeof(p_question -> 'when'), 'null') in ('object', 'null')
    and plinth_private.is_answer(p_question -> 'value'), false)
$$;

-- Is this a section of a form?
create or replace function plinth_private.is_section(p_section jsonb) returns boolean
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_section) = 'object'
    and p_section - '{id,title,text,when,questions}'::text[] = '{}'
    and jsonb_typeof(p_section -> 'id') = 'string' and p_section ->> 'id' ~ '^[A-Za-z0-9_-]{1,40}$'
    and plinth_private.is_text_within(p_section -> 'title', 'formLabelLength')
    and plinth_private.is_text_within(p_section -> 'text', 'formTextLength')
    and coalesce(jsonb_typeof(p_section -> 'when'), 'null') in ('object', 'null')
    and jsonb_typeof(p_section -> 'questions') = 'array', false)
    and not exists (select 1 from jsonb_array_elements(p_section -> 'questions') as q where not plinth_private.is_question(q.value));
end
$$;

-- The questions of a form in their order, each with the section that it is in.
create or replace function plinth_private.questions_of(p_form jsonb)
returns table (n bigint, field text, question jsonb, section jsonb)
language sql immutable security invoker set search_path = ''
as $$
  select row_number() over (order by s.ordinality, q.ordinality), q.value ->> 'field', q.value, s.value - 'questions'
  from jsonb_array_elements(coalesce(p_form -> 'sections', '[]')) with ordinality as s,
       jsonb_array_elements(s.value -> 'questions') with ordinality as q
$$;

-- Refuses what is no form.
create or replace function plinth_private.check_form(p_form jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_sections jsonb := coalesce(p_form -> 'sections', '[]');
begin
  if jsonb_typeof(p_form) <> 'object'
     or p_form - '{title,intro,pace,sections,submitLabel,thanks,redirect,allowsAnother}'::text[] <> '{}'
     or not plinth_private.is_text_within(p_form -> 'title', 'formLabelLength')
     or not plinth_private.is_text_within(p_form -> 'intro', 'formTextLength')
     or not plinth_private.is_text_within(p_form -> 'submitLabel', 'nameLength')
     or not plinth_private.is_text_within(p_form -> 'thanks', 'formTextLength')
     or not plinth_private.is_flag(p_form -> 'allowsAnother')
     or coalesce(p_form -> 'pace', '"page"') not in ('"page"', '"steps"') then
    perform plinth_private.refuse_view('form');
  elsif p_form ? 'redirect' and (not plinth_private.is_text_within(p_form -> 'redirect', 'urlLength')
     or p_form ->> 'redirect' !~* '^https://' or p_form ->> 'redirect' collate "C" !~* plinth_private.pattern_of('url')) then
    perform plinth_private.refuse_view('redirect');
  elsif jsonb_typeof(v_sections) <> 'array' then
    perform plinth_private.refuse_view('sections');
  end if;
  perform plinth_private.stay_within(jsonb_array_length(v_sections), plinth_private.limit_of('sectionsPerForm'), '{"rule": "sections"}');
  if exists (select 1 from jsonb_array_elements(v_sections) as s where not plinth_private.is_section(s.value))
     or exists (select 1 from jsonb_array_elements(v_sections) as s group by s.value ->> 'id' having count(*) > 1) then
    perform plinth_private.refuse_view('sections');
  elsif exists (select 1 from plinth_private.questions_of(p_form) as q group by lower(q.field) having count(*) > 1) then
    perform plinth_private.refuse_view('questions');
  end if;
end
$$;

-- A piece of a form with a condition, as far as these fields go: what looks at others has lost its condition, which is null then.
create or replace function plinth_private.fit_condition(p_piece jsonb, p_seen text[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select p_piece || case when plinth_private.looks_beyond(p_piece -> 'when', p_seen) then '{"when": null}'::jsonb else '{}' end
$$;

-- A form as far as these fields go: it asks for no others.
create or replace function plinth_private.fit_form(p_form jsonb, p_seen text[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select p_form || case when p_form ? 'sections' then jsonb_build_object('sections', coalesce((
    select jsonb_agg(plinth_private.fit_condition(s.value, p_seen) || jsonb_build_object('questions', coalesce((
             select jsonb_agg(plinth_private.fit_condition(q.value, p_seen) order by q.ordinality)
             from jsonb_array_elements(s.value -> 'questions') with ordinality as q
             where q.value ->> 'field' = any (p_seen)), '[]')) order by s.ordinality)
    from jsonb_array_elements(p_form -> 'sections') with ordinality as s), '[]')) else '{}' end
$$;

-- SQL of a condition of a form over a record of answers, called by its alias; refuses what is none, what asks who somebody is, and what
-- looks at files, which come when the answers are there.
create or replace function plinth_private.form_condition(p_table uuid, p_tree jsonb, p_alias text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_compiled record := plinth_private.compile_expression(p_table, p_tree, p_alias);
begin
  if v_compiled.condition is null or v_compiled.uses_me then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table),
      case when v_compiled.condition is null then 'type' else 'me' end, '');
  elsif exists (select 1 from plinth.field as f where f.id = any (v_compiled.depends) and f.type = 'attachment') then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table), 'files', '');
  end if;
  return v_compiled.condition;
end
$$;

-- Refuses a form of which a condition is none of the table's.
create or replace function plinth_private.check_conditions(p_table uuid, p_form jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tree jsonb;
begin
  for v_tree in
    select c.tree
    from (select s.value -> 'when' as tree from jsonb_array_elements(coalesce(p_form -> 'sections', '[]')) as s
          union all select q.question -> 'when' from plinth_private.questions_of(p_form) as q) as c
    where jsonb_typeof(c.tree) = 'object'
  loop
    perform plinth_private.form_condition(p_table, v_tree, 't');
  end loop;
end
$$;

select plinth_private.close_functions(array[
  'is_text_within(jsonb, text)', 'is_flag(jsonb)', 'is_answer(jsonb)', 'is_question(jsonb)', 'is_section(jsonb)', 'questions_of(jsonb)',
  'check_form(jsonb)', 'fit_condition(jsonb, text[])', 'fit_form(jsonb, text[])', 'form_condition(uuid, jsonb, text)',
  'check_conditions(uuid, jsonb)'
]);
