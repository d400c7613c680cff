-- Forms for everybody who has their link (docs/decisions/0051-forms.md): what they are told of one, as the link's maker may, and of that only
-- what the form asks. Ids of fields, people and records go out enciphered, as the marks of pages do. What they send stands in the next file.

-- The captcha of the project; nobody's call writes it. No row: there is none.
create table if not exists plinth_private.captcha (
  is_one boolean primary key default true check (is_one),
  -- What the app shows: a provider that it knows, and that provider's public key.
  provider text not null,
  site_key text not null
);
alter table plinth_private.captcha enable row level security;
revoke all on plinth_private.captcha from public, anon, authenticated, service_role;

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

-- What the links of a base may have beside their settings, for those who may share: {captcha}, the provider of the project's; null: there is none.
create or replace function plinth_private.share_features(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  return jsonb_build_object('captcha', plinth_private.captcha_json() -> 'provider');
end
$$;

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

-- The value of a question as visitors are told it: of a hidden one where a condition looks at it, of links and files none. Of people it is the
-- mark, by which nobody is named.
create or replace function plinth_private.told_value(p_link plinth_private.share_link, p_form jsonb, p_question jsonb, p_field plinth.field)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value jsonb := plinth_private.own_answer(p_field, p_question -> 'value');
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
      -- Records that the form links by itself are not told, and are answer enough.
      'isRequired', (p_question -> 'isRequired' = 'true' is true or p_field.rules -> 'required' = 'true' is true)
        and not (p_field.type = 'link' and plinth_private.own_answer(p_field, p_question -> 'value') is not null),
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

-- What the links of a base may have.
create or replace function plinth.share_features(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.share_features($1) $$;

-- What may be chosen in a link's form.
create or replace function plinth.shared_choices(token text, pass text, field uuid, search text, take int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_choices($1, $2, $3, $4, $5) $$;

select plinth_private.close_functions(array[
  'verify_captcha(text)', 'captcha_json()', 'share_features(uuid)', 'form_of_share(plinth_private.share_link)',
  'is_asked_outside(plinth_private.share_link, plinth.field)', 'suits(uuid, jsonb)', 'told_questions(plinth_private.share_link, jsonb)',
  'marked_condition(plinth_private.share_link, jsonb)', 'told_value(plinth_private.share_link, jsonb, jsonb, plinth.field)',
  'told_question(plinth_private.share_link, jsonb, jsonb, plinth.field)', 'told_form(plinth_private.share_link)',
  'receipt_of_form(plinth_private.share_link)', 'linked_choices(plinth_private.share_link, plinth.field, text, int)',
  'person_choices(plinth_private.share_link, text, int)', 'choices_of_form(plinth_private.share_link, uuid, text, int)',
  'shared_choices(text, text, uuid, text, int)'
]);
select plinth_private.open_calls(array['share_features(uuid)', 'shared_choices(text, text, uuid, text, int)']);
grant execute on function plinth.shared_choices(text, text, uuid, text, int), plinth_private.shared_choices(text, text, uuid, text, int) to anon;
