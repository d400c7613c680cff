/** Ways to break the rules of a database on purpose: the probes must find each of them. */
import type { FindingKind } from './ledger.ts'
import type { Trait } from './traits.ts'

export interface Sabotage {
  readonly name: string
  /** What it must show itself as. */
  readonly shows: FindingKind
  /** The surfaces that must find it, each by itself. */
  readonly by: readonly string[]
  /** What a finding must say to be of it, where others could follow from it: of what was tried, expected and got. */
  readonly says?: RegExp
  /** What a world must hold for it to show. */
  readonly needs?: readonly Trait[]
  /** Functions that are replaced, with arguments, each by its new body. */
  readonly functions?: Readonly<Record<string, string>>
  /** Policies and what they say then. */
  readonly policies?: Readonly<Record<string, string>>
}

export const sabotages: readonly Sabotage[] = [
  {
    name: 'everybody holds every role',
    shows: 'leak',
    by: ['table routes, reading', 'calls that read'],
    functions: { 'plinth_private.holds(uuid)': 'begin return plinth_private.caller() is not null; end' },
  },
  {
    name: 'fast paths forget the rules',
    shows: 'leak',
    by: ['calls that read', 'fields on read'],
    functions: { 'plinth_private.scope_filter(uuid, text, text)': `begin return 'true'; end` },
  },
  {
    name: 'views forget the rules',
    shows: 'leak',
    by: ['calls that read', 'bulks'],
    says: /^(rows where|a search|a find|groups by|(count|empty|filled|unique|sum|average|median|min|max|earliest|latest|checked) of|the rank|walk through a view by hand|begin a bulk)/,
    functions: {
      'plinth_private.view_condition(plinth_private.view, boolean)': `
        select plinth_private.all_sql(p_view.wanted, case when p_shown then p_view.shown else 'true' end)`,
    },
  },
  {
    name: 'policies forget the rules',
    shows: 'leak',
    by: ['table routes, reading', 'table routes, writing'],
    functions: {
      'plinth_private.permit_sql(uuid, text)': `begin
        return format('(select plinth_private.scope(%L::uuid, %L)) <> ''none''', p_table, p_action); end`,
    },
  },
  {
    name: 'rules of reading are forgotten by writers and events',
    shows: 'leak',
    by: ['realtime'],
    says: /an event of a table with rules/,
    needs: ['nothing aside'],
    functions: { 'plinth_private.has_rules(uuid, text)': 'begin return false; end' },
  },
  {
    name: 'locks hold nobody',
    shows: 'leak',
    by: ['table routes, writing', 'mutations', 'files of records'],
    says: /^(change|delete|what is stored)|record_locked/,
    functions: { 'plinth_private.opens(uuid)': 'begin return true; end' },
  },
  {
    name: 'linked records are named past the rules',
    shows: 'leak',
    by: ['links'],
    functions: {
      'plinth_private.linked_source(plinth_private.link_end, plinth.field)': `begin
        condition := 'true';
        select format('%s as j join data.%I as t on t.id = j.%I', p_end.place, t.relation, p_end.other)
          into source from plinth."table" as t where t.id = p_end.target and t.base_id is not null; end`,
    },
  },
  {
    name: 'links are filtered and made past the rules',
    shows: 'leak',
    by: ['links'],
    says: /^(records linked to one of|a change of links)/,
    functions: { 'plinth_private.readable_among(uuid, uuid[])': 'begin return p_records; end' },
  },
  {
    name: 'what goes along with a deleted record may stay',
    shows: 'leak',
    by: ['deletions'],
    says: /^a deletion that takes records along/,
    functions: { 'plinth_private.refuse_left(uuid, uuid[])': 'begin end' },
  },
  {
    name: 'links are for everybody',
    shows: 'leak',
    by: ['links'],
    says: /^the relation of a link/,
    functions: { 'plinth_private.link_policy(plinth_private.link)': `select 'using (true)'` },
  },
  {
    name: 'rollups tell what their readers may not read',
    shows: 'leak',
    by: ['rollups'],
    says: /^a rollup is kept/,
    functions: { 'plinth_private.reads_wholly(uuid, uuid)': 'select true' },
  },
  {
    name: 'rights on fields are forgotten',
    shows: 'leak',
    by: ['hidden fields', 'calls that read', 'fields on read'],
    needs: ['hidden fields'],
    functions: { 'plinth_private.field_access(uuid)': `begin return 'write'; end` },
  },
  {
    name: 'topics keep their names',
    shows: 'leak',
    by: ['realtime'],
    says: /^the old topic|^join the topic/,
    functions: { 'plinth_private.bump_epoch(uuid)': 'begin return; end' },
  },
  {
    name: 'everybody shapes every base',
    shows: 'leak',
    by: ['calls that shape', 'calls about bases and rights'],
    says: /needs: creator|of a base/,
    functions: {
      'plinth_private.require_base(uuid, text)':
        'begin return plinth_private.standing(plinth_private.require_user(), p_base); end',
    },
  },
  {
    name: 'hidden records are refused instead of absent',
    shows: 'leak',
    by: ['mutations'],
    says: /not_found.* but .*rule_refused/,
    functions: {
      'plinth_private.unreached(jsonb, record, text)': `begin
        return plinth_private.mutation_error(p_mutation ->> 'id', 'rule_refused'); end`,
    },
  },
  {
    name: 'the texts of rules are shown',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /role_grant|the text of a rule|rules of roles/,
    policies: { 'plinth_select on plinth.role_grant': 'true' },
  },
  {
    name: 'files are for everybody',
    shows: 'leak',
    by: ['storage'],
    says: /^(read by|sign|list)/,
    policies: { 'plinth_select on storage.objects': `bucket_id = 'plinth'` },
  },
  {
    name: 'names of tables are for everybody',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /plinth.table:|tables of bases|a table/,
    policies: { 'plinth_select on plinth."table"': 'true' },
  },
  {
    name: 'what stands aside is for everybody',
    shows: 'leak',
    by: ['hidden fields'],
    needs: ['hidden fields'],
    functions: {
      'plinth_private.side_policies_of(plinth.field)': `begin
        return query values ('select', 'using (true)'), ('update', 'using (true)'); end`,
    },
  },
  {
    name: 'what stands aside forgets the rules of its records',
    shows: 'leak',
    by: ['hidden fields'],
    needs: ['hidden fields'],
    functions: {
      'plinth_private.side_policies_of(plinth.field)': `begin
        return query values
          ('select', format('using ((select plinth_private.field_access(%L::uuid)) is not null)', p_field.id)),
          ('update', format('using ((select plinth_private.field_access(%L::uuid)) = ''write'')', p_field.id)); end`,
    },
  },
  {
    name: 'calls see hidden fields',
    shows: 'leak',
    by: ['calls that read', 'calls about bases and rights'],
    needs: ['hidden fields'],
    functions: {
      'plinth_private.seen_fields(uuid)': 'select f.* from plinth.field as f where f.table_id = p_table',
    },
  },
  {
    name: 'hidden fields are listed',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /plinth.field:|a field/,
    needs: ['hidden fields'],
    functions: { 'plinth_private.my_sides()': 'select f.id from plinth.field as f where f.side is not null' },
  },
  {
    name: 'events tell which records have hidden fields changed',
    shows: 'leak',
    by: ['realtime'],
    says: /an event of a table with rules/,
    needs: ['hidden fields', 'plain reading'],
    functions: { 'plinth_private.has_sides(uuid)': 'begin return false; end' },
  },
  {
    name: 'what was brought back stays when it is hidden again',
    shows: 'leak',
    by: ['table routes, reading'],
    says: /^the columns of a row|of a hidden field/,
    needs: ['hidden again'],
    functions: {
      'plinth_private.give_up_return(plinth.field, text)': `begin
        delete from plinth_private.field_return where field_id = p_field.id; end`,
    },
  },
  {
    name: 'fields on their way to another type take imports',
    shows: 'leak',
    by: ['imports'],
    says: /"field_changing"/,
    needs: ['under way', 'nothing aside'],
    functions: { 'plinth_private.require_settled(plinth.field)': 'begin return; end' },
  },
  {
    name: 'what is in the trash stays in its base',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /plinth.table:|tables of bases|a table/,
    needs: ['trash'],
    policies: {
      'plinth_select on plinth."table"':
        'base_id is null or id = any (array(select plinth_private.my_tables()))',
    },
  },
  {
    name: 'files of hidden fields are for everybody',
    shows: 'leak',
    by: ['storage', 'routes of metadata'],
    needs: ['hidden fields'],
    functions: { 'plinth_private.sees_field(uuid)': 'begin return true; end' },
  },
  {
    name: 'rules of fields and tables are no constraints',
    shows: 'leak',
    by: ['mutations', 'imports'],
    says: /rule_violated|"rule":"(min|max|minLength|maxLength|pattern|required)"/,
    needs: ['bound values'],
    functions: { 'plinth_private.replace_checks(text, jsonb, jsonb)': 'begin return; end' },
  },
  {
    name: 'rules for new values are kept by nobody',
    shows: 'leak',
    by: ['mutations', 'imports'],
    says: /rule_violated|"rule":"(min|max|minLength|maxLength|pattern|required)"/,
    needs: ['late bounds'],
    functions: { 'plinth_private.keep_rules()': 'begin return null; end' },
  },
  {
    name: 'everybody takes every transition',
    shows: 'leak',
    by: ['calls about bases and rights', 'mutations'],
    says: /^whether.*"role"|transition_refused.*"role"/,
    needs: ['workflow'],
    functions: { 'plinth_private.holds_any(uuid, text[])': 'begin return true; end' },
  },
  {
    name: 'transitions require nothing',
    shows: 'leak',
    by: ['calls about bases and rights', 'mutations'],
    says: /^whether.*"required"|transition_refused.*"required"/,
    needs: ['workflow'],
    functions: { 'plinth_private.missing_fields(uuid[], jsonb)': `select '{}'::uuid[]` },
  },
  {
    name: 'two eyes are enough',
    shows: 'leak',
    by: ['calls about bases and rights', 'mutations'],
    says: /"four_eyes"/,
    needs: ['workflow'],
    functions: { 'plinth_private.mover_of(uuid, uuid, uuid)': 'begin return null; end' },
  },
  {
    name: 'everybody hands over',
    shows: 'leak',
    by: ['mutations'],
    says: /rule_left/,
    functions: {
      'plinth_private.hand_over_filter(uuid)': `begin return plinth_private.row_filter(p_table, 'update'); end`,
    },
  },
  {
    name: 'records begin in any state',
    shows: 'leak',
    by: ['mutations', 'imports'],
    says: /"initial"/,
    needs: ['workflow'],
    functions: { 'plinth_private.comes_back(uuid, uuid, text)': 'begin return true; end' },
  },
  {
    name: 'the texts of guards are shown',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /plinth.transition:|of a guard|of a transition/,
    needs: ['workflow'],
    policies: { 'plinth_select on plinth.transition': 'true' },
  },
  {
    name: 'the texts of rules of tables are shown',
    shows: 'leak',
    by: ['routes of metadata'],
    says: /plinth.table_rule:|a rule of a table/,
    policies: { 'plinth_select on plinth.table_rule': 'true' },
  },
  {
    name: 'comments are for everybody',
    shows: 'leak',
    by: ['comments'],
    policies: { 'plinth_select on plinth.comment': 'true' },
  },
  {
    name: 'comments are read past the rules of their records',
    shows: 'leak',
    by: ['comments'],
    says: /comment/,
    functions: { 'plinth_private.may_reach(uuid, uuid, text)': 'begin return true; end' },
  },
  {
    name: 'layouts tell what is hidden',
    shows: 'leak',
    by: ['calls about bases and rights'],
    says: /a field|a section of a layout/,
    needs: ['hidden fields'],
    functions: { 'plinth_private.fit_layout(jsonb, text[])': 'select p_config' },
  },
  {
    name: 'roles give nothing by themselves',
    shows: 'refused',
    by: ['table routes, reading', 'calls that read'],
    functions: { 'plinth_private.default_scope(text, text)': `select 'none'::text` },
  },
  {
    name: 'links show more fields than they name',
    shows: 'leak',
    by: ['links for everybody'],
    says: /link/,
    functions: {
      'plinth_private.share_fields(plinth_private.share_link, jsonb, jsonb)': `
        select f.* from plinth_private.seen_fields(p_link.table_id) as f where f.type <> 'attachment' order by f.position`,
    },
  },
  {
    name: 'everybody in a base shares it by links',
    shows: 'leak',
    by: ['links for everybody'],
    says: /link/,
    functions: {
      'plinth_private.may_share(uuid, uuid)':
        'begin return plinth_private.standing(p_user, p_base) is not null; end',
      'plinth_private.require_base(uuid, text)': `begin
        if plinth_private.standing(plinth_private.require_user(), p_base) is null then
          perform plinth_private.fail(404, 'not_found'); end if;
        return 'creator'; end`,
    },
  },
  {
    name: 'a link tells the names of people',
    shows: 'leak',
    by: ['links for everybody'],
    says: /link/,
    functions: {
      'plinth_private.share_fields(plinth_private.share_link, jsonb, jsonb)': `
        select f.* from plinth_private.seen_fields(p_link.table_id) as f where f.id = any (p_link.fields) order by f.position`,
    },
  },
  {
    name: 'a link has parts by fields that it does not tell',
    shows: 'leak',
    by: ['links for everybody'],
    says: /part of a link/,
    functions: {
      'plinth_private.part_conditions(plinth_private.share_link, jsonb, uuid[], jsonb)': `begin
        return (select jsonb_build_array(jsonb_build_object('field', v.config #> '{settings,stacks}', 'operator', 'not_empty'))
                from plinth.view as v where v.id = p_link.view_id); end`,
    },
  },
  {
    name: 'notices are told of records that one does not read',
    shows: 'leak',
    by: ['automations'],
    says: /notices/,
    functions: {
      'plinth_private.seen_notices(uuid)':
        'select n.* from plinth_private.notice as n where n.user_id = p_person',
    },
  },
  {
    name: 'automations are anybody’s to change',
    shows: 'leak',
    by: ['automations'],
    functions: {
      'plinth_private.take_automation(uuid)': `
        declare v_automation plinth_private.automation;
        begin
          select a.* into v_automation from plinth_private.automation as a where a.id = p_automation for no key update;
          if not found then perform plinth_private.fail(404, 'not_found'); end if;
          return v_automation;
        end`,
    },
  },
  {
    name: 'files are read by whoever has their key',
    shows: 'leak',
    by: ['links for everybody', 'storage'],
    functions: {
      'plinth_private.is_told(text)':
        'begin return exists (select 1 from plinth.attachment as a where a.key = p_key); end',
    },
  },
  {
    name: 'colours are counted past the rules',
    shows: 'leak',
    by: ['calls about views'],
    says: /how many records a colour is/,
    functions: {
      'plinth_private.count_when(jsonb, jsonb)': `
        declare
          v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
          v_condition record := plinth_private.color_condition(v_view.table_id, p_when);
          v_answer jsonb;
        begin
          v_view.terms := '{}';
          v_view.reach := 'true';
          v_view.places := v_view.places || v_condition.places || '{t}'::text[];
          execute format('select jsonb_build_object(''total'', count(*), ''matching'', count(*) filter (where %s)) from %s%s where %s',
            v_condition.sql, plinth_private.view_source(v_view), v_condition.computed, plinth_private.view_condition(v_view, false))
            into v_answer;
          return v_answer;
        end`,
    },
  },
  {
    name: 'colours look at hidden fields',
    shows: 'leak',
    by: ['calls about views'],
    says: /how many records a colour is/,
    needs: ['hidden fields'],
    functions: {
      'plinth_private.placed_ids(uuid)':
        'begin return array(select f.id::text from plinth.field as f where f.table_id = p_table); end',
    },
  },
  {
    name: 'files of forms are told to whoever reads their table',
    shows: 'leak',
    by: ['forms'],
    says: /files that are held|of a file of a form/,
    functions: {
      'plinth_private.quarantined_files(uuid)': `begin
        perform plinth_private.require_scope(p_table, 'read');
        return (
          select coalesce(jsonb_agg(jsonb_build_object('record', a.record_id, 'files', jsonb_build_array(jsonb_build_object('id', a.id)))), '[]')
          from plinth.attachment as a where a.table_id = p_table and a.state = 'held'); end`,
    },
  },
  {
    name: 'files of forms are taken in by whoever reads their table',
    shows: 'leak',
    by: ['forms'],
    says: /^(accept|reject)_files/,
    functions: {
      'plinth_private.take_held(uuid, uuid)': `begin
        perform plinth_private.require_scope(p_table, 'read');
        return query select a.* from plinth.attachment as a
          where a.table_id = p_table and a.record_id = p_record and a.state = 'held' for update; end`,
    },
  },
  {
    name: 'files of forms are read before somebody takes them in',
    shows: 'leak',
    by: ['forms'],
    says: /a file that (is held|nobody sent)/,
    policies: {
      'plinth_select on plinth.attachment': 'base_id = any (array(select plinth_private.my_bases()))',
    },
  },
  {
    name: 'forms of links ask for people whatever their maker shows',
    shows: 'leak',
    by: ['links for everybody'],
    says: /^the questions of a form/,
    functions: {
      'plinth_private.is_asked_outside(plinth_private.share_link, plinth.field)': 'begin return true; end',
    },
  },
  {
    name: 'forms of links take answers to what they do not ask',
    shows: 'leak',
    by: ['links for everybody'],
    says: /^an answer that is not asked for/,
    functions: {
      'plinth_private.unmarked_answers(plinth_private.share_link, jsonb, jsonb)': `begin return '{}'; end`,
    },
  },
  {
    name: 'charts of links tell of fields that their links do not name',
    shows: 'leak',
    by: ['links for everybody'],
    says: /^how many charts a link shows/,
    functions: {
      'plinth_private.tiles_of_share(plinth_private.share_link)': `
        select c.n, c.table_id, c.title, c.width, c.filter, s.shape, encode(sha256(p_link.page_key || convert_to(c.n::text, 'UTF8')), 'hex')
        from plinth.view as v
        cross join lateral plinth_private.charts_of(v, p_link.made_by) as c
        cross join lateral (select plinth_private.chart_shape(c.table_id, c.settings) as shape) as s
        where v.id = p_link.view_id and v.kind in ('chart', 'dashboard')`,
    },
  },
  {
    name: 'whoever is in a workspace invites to all of it',
    shows: 'leak',
    by: ['invitations'],
    says: /^invite as/,
    functions: {
      'plinth_private.may_invite(uuid, uuid, text, uuid)':
        'select exists (select 1 from plinth.workspace_member as m where m.workspace_id = p_workspace and m.user_id = p_user)',
    },
  },
  {
    name: 'invitations come back with the right of their maker',
    shows: 'leak',
    by: ['invitations'],
    says: /lost its maker's right/,
    functions: { 'plinth_private.withdraw_invitations(uuid, uuid)': 'begin return; end' },
  },
  {
    name: 'reports of imports are for everybody who reads the table',
    shows: 'leak',
    by: ['reports of imports'],
    says: /did not fit/,
    functions: {
      'plinth_private.import_misfits(uuid, int, int)': `begin
        return (
          select coalesce(jsonb_agg(jsonb_build_object('record', x.record_id, 'field', x.field_id, 'raw', x.raw)), '[]')
          from plinth_private.import_misfit as x join plinth_private.import as i on i.id = x.import_id
          where i.id = p_import and plinth_private.scope(i.table_id, 'read') <> 'none'); end`,
    },
  },
  {
    name: 'files that wait are for everybody in their workspace',
    shows: 'leak',
    by: ['removed files'],
    says: /files? that waits?/,
    functions: { 'plinth_private.may_drain(text)': 'begin return true; end' },
  },
  {
    name: 'pictures of people are for everybody',
    shows: 'leak',
    by: ['pictures of people'],
    says: /^(read a picture|what a picture is|sign a picture|list)/,
    policies: { 'plinth_select on storage.objects': `bucket_id = 'plinth-avatars'` },
  },
  {
    name: 'rooms are for everybody',
    shows: 'leak',
    by: ['realtime'],
    says: /^(join|who is met in) the room/,
    functions: { 'plinth_private.may_enter_room(text)': 'select true' },
  },
  {
    name: 'links tell groups below one that they do not tell',
    shows: 'leak',
    by: ['links for everybody'],
    says: /^the groups of a link/,
    functions: {
      'plinth_private.share_groups(jsonb, uuid[], jsonb)': `
        select jsonb_agg(array_position(p_fields, (g.value ->> 'field')::uuid) - 1 order by g.n)
        from jsonb_array_elements(coalesce(nullif(p_config -> 'groups', 'null'), '[]')) with ordinality as g (value, n)
        where array_position(p_fields, (g.value ->> 'field')::uuid) is not null`,
    },
  },
  {
    name: 'changes are told by whoever hears of them',
    shows: 'leak',
    by: ['realtime'],
    says: /^what somebody said on a topic of changes/,
    policies: { 'plinth_insert on realtime.messages': 'true' },
  },
  {
    name: 'a part of a shared board keeps to its stack and to no lane',
    shows: 'leak',
    by: ['links for everybody'],
    says: /part of a link/,
    functions: {
      'plinth_private.part_conditions(plinth_private.share_link, jsonb, uuid[], jsonb)': `begin
        return (select jsonb_build_array(plinth_private.stack_condition(p_link, f, p_part ->> 'stack'))
                from plinth.field as f where f.id = p_fields[(p_layout ->> 'by')::int + 1]); end`,
    },
  },
]
