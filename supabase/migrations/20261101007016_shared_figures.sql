-- Figures at the foot of a shared table, as its members see them there: of the fields that the link tells.

-- Which figures a view has that is shown as a table, {field: kind}.
create or replace function plinth_private.share_figures(
  p_link plinth_private.share_link, p_config jsonb, p_fields uuid[], p_layout jsonb
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.id, f.kind), '{}')
  from (select s.id, p_config -> 'summaries' ->> s.id::text as kind
        from plinth_private.seen_fields(p_link.table_id) as s
        where p_layout is null and s.id = any (p_fields)
          and p_config -> 'summaries' ->> s.id::text = any (plinth_private.figures_of(s.type))
        order by array_position(p_fields, s.id) limit plinth_private.limit_of('figuresPerView')) as f
$$;

-- These as a link tells them, {field, kind}: fields are their places.
create or replace function plinth_private.told_figures(p_kinds jsonb, p_fields uuid[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('field', f.n - 1, 'kind', p_kinds -> f.id::text) order by f.n)
  from unnest(p_fields) with ordinality as f (id, n) where p_kinds ? f.id::text
$$;

-- What they come to: {of, values}, of how many records, and in the order in which the page told them.
create or replace function plinth_private.figures_of_share(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_config jsonb := plinth_private.share_config(p_link);
  v_fields uuid[] := plinth_private.share_field_ids(p_link, v_config);
  v_kinds jsonb := plinth_private.share_figures(p_link, v_config, v_fields, plinth_private.share_layout(p_link, v_config, v_fields));
  v_summary jsonb;
begin
  if p_link.kind <> 'view' or v_kinds = '{}' then
    return '{"of": 0, "values": []}';
  end if;
  v_summary := plinth_private.view_summary(plinth_private.share_query(p_link, v_config), v_kinds);
  return jsonb_build_object('of', v_summary -> 'total', 'values', (
    select jsonb_agg(v_summary -> 'figures' -> f.id::text order by f.n)
    from unnest(v_fields) with ordinality as f (id, n) where v_kinds ? f.id::text));
end
$$;

-- The figures of a link, apart from its page: that does not wait for them.
create or replace function plinth_private.shared_figures(p_token text, p_pass text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return plinth_private.read_as_maker(plinth_private.open_share(p_token, p_pass), 'figures', '{}');
end
$$;

-- Figures of all records of a link.
create or replace function plinth.shared_figures(token text, pass text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_figures($1, $2) $$;

select plinth_private.close_functions(array[
  'share_figures(plinth_private.share_link, jsonb, uuid[], jsonb)', 'told_figures(jsonb, uuid[])',
  'figures_of_share(plinth_private.share_link)', 'shared_figures(text, text)'
]);
select plinth_private.open_calls(array['shared_figures(text, text)']);
grant execute on function plinth.shared_figures(text, text), plinth_private.shared_figures(text, text) to anon;
