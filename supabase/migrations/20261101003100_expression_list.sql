-- The closed list of what an expression may call: names, signatures and SQL. The signatures are those of
-- packages/expression (a test compares them). Nothing else ever becomes SQL.
--
--   params    a type, T (any type), O (an ordered type), 'list of …', or attachments
--   repeats   so many of the last parameters may be repeated together; tail: one more argument may stand at the end
--   fills     it has its own answer for empty arguments; else an empty argument makes it empty
--   nulls     'never': the SQL is never null; 'false': its null counts as false (a condition); 'empty': its null is empty
--   template  %1$s %2$s %3$s are the arguments, %4$s all of them, %5$s the base's zone, %6$s the base; null: built by
--             plinth_private.operator_sql. An argument stands in a template once: no expression grows by more than its text.

-- The list; n is the order in which the signatures of a name are tried.
create or replace function plinth_private.expression_functions()
returns table (name text, n int, params text[], repeats int, tail text, result text, fills boolean, nulls text, template text)
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select f.name, f.n, f.params::text[], f.repeats, f.tail, f.result, f.fills, f.nulls, f.template
  from (values
    -- operators
    ('or', 1, '{boolean,boolean}', 1, null, 'boolean', true, 'false', null),
    ('and', 1, '{boolean,boolean}', 1, null, 'boolean', true, 'false', null),
    ('not', 1, '{boolean}', 0, null, 'boolean', true, 'never', '(%1$s is not true)'),
    ('=', 1, '{T,T}', 0, null, 'boolean', true, 'false', null),
    ('!=', 1, '{T,T}', 0, null, 'boolean', true, 'never', null),
    ('<', 1, '{O,O}', 0, null, 'boolean', true, 'false', null),
    ('<=', 1, '{O,O}', 0, null, 'boolean', true, 'false', null),
    ('>', 1, '{O,O}', 0, null, 'boolean', true, 'false', null),
    ('>=', 1, '{O,O}', 0, null, 'boolean', true, 'false', null),
    ('in', 1, '{T,list of T}', 0, null, 'boolean', true, 'false', null),
    ('has', 1, '{list of T,T}', 0, null, 'boolean', true, 'false', null),
    ('&', 1, '{text,text}', 1, null, 'text', true, 'empty', 'plinth_private.ex_concat(%4$s)'),
    ('+', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_add(%1$s, %2$s)'),
    ('+', 2, '{duration,duration}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_add(%1$s, %2$s)'),
    ('+', 3, '{datetime,duration}', 0, null, 'datetime', false, 'empty', 'plinth_private.ex_move(%1$s, %2$s, 1)'),
    ('-', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_add(%1$s, -%2$s)'),
    ('-', 2, '{duration,duration}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_add(%1$s, -%2$s)'),
    ('-', 3, '{datetime,duration}', 0, null, 'datetime', false, 'empty', 'plinth_private.ex_move(%1$s, %2$s, -1)'),
    ('-', 4, '{datetime,datetime}', 0, null, 'duration', false, 'empty', 'extract(epoch from %1$s - %2$s)::float8'),
    ('-', 5, '{date,date}', 0, null, 'duration', false, 'empty', '((%1$s - %2$s) * 86400::float8)'),
    ('*', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_multiply(%1$s, %2$s)'),
    ('*', 2, '{duration,number}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_multiply(%1$s, %2$s)'),
    ('*', 3, '{number,duration}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_multiply(%1$s, %2$s)'),
    ('/', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_divide(%1$s, %2$s)'),
    ('/', 2, '{duration,number}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_divide(%1$s, %2$s)'),
    ('/', 3, '{duration,duration}', 0, null, 'number', false, 'empty', 'plinth_private.ex_divide(%1$s, %2$s)'),
    ('%', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_modulo(%1$s, %2$s)'),
    ('neg', 1, '{number}', 0, null, 'number', false, 'empty', '(0 - %1$s)'),
    ('neg', 2, '{duration}', 0, null, 'duration', false, 'empty', '(0 - %1$s)'),
    -- logic
    ('if', 1, '{boolean,T,T}', 0, null, 'T', true, 'empty', 'case when %1$s then %2$s else %3$s end'),
    ('if', 2, '{boolean,T}', 0, null, 'T', true, 'empty', 'case when %1$s then %2$s end'),
    ('ifs', 1, '{boolean,T}', 2, 'T', 'T', true, 'empty', null),
    ('is_empty', 1, '{T}', 0, null, 'boolean', true, 'never', '(%1$s is null)'),
    ('is_empty', 2, '{attachments}', 0, null, 'boolean', true, 'never', '(%1$s is null)'),
    ('is_filled', 1, '{T}', 0, null, 'boolean', true, 'never', '(%1$s is not null)'),
    ('is_filled', 2, '{attachments}', 0, null, 'boolean', true, 'never', '(%1$s is not null)'),
    ('first_filled', 1, '{T}', 1, null, 'T', true, 'empty', 'coalesce(%4$s)'),
    ('between', 1, '{O,O,O}', 0, null, 'boolean', true, 'false', null),
    ('xor', 1, '{boolean,boolean}', 0, null, 'boolean', true, 'never', '((%1$s is true) <> (%2$s is true))'),
    -- text
    ('concat', 1, '{text}', 1, null, 'text', true, 'empty', 'plinth_private.ex_concat(%4$s)'),
    ('length', 1, '{text}', 0, null, 'number', true, 'never', 'coalesce(length(%1$s), 0)::float8'),
    ('upper', 1, '{text}', 0, null, 'text', false, 'empty', 'plinth_private.ex_upper(%1$s)'),
    ('lower', 1, '{text}', 0, null, 'text', false, 'empty', 'plinth_private.ex_lower(%1$s)'),
    ('trim', 1, '{text}', 0, null, 'text', false, 'empty', 'nullif(btrim(%1$s, E'' \t\n\r''), '''')'),
    ('reverse', 1, '{text}', 0, null, 'text', false, 'empty', 'reverse(%1$s)'),
    ('left', 1, '{text,number}', 0, null, 'text', false, 'empty', 'nullif(left(%1$s, plinth_private.ex_count(%2$s)), '''')'),
    ('right', 1, '{text,number}', 0, null, 'text', false, 'empty', 'nullif(right(%1$s, plinth_private.ex_count(%2$s)), '''')'),
    ('mid', 1, '{text,number,number}', 0, null, 'text', false, 'empty', 'plinth_private.ex_mid(%1$s, %2$s, %3$s)'),
    ('find', 1, '{text,text}', 0, null, 'number', false, 'empty', 'strpos(%1$s, %2$s)::float8'),
    ('contains', 1, '{text,text}', 0, null, 'boolean', true, 'never', 'coalesce(strpos(coalesce(%1$s, ''''), %2$s) > 0, true)'),
    ('starts_with', 1, '{text,text}', 0, null, 'boolean', true, 'never', 'coalesce(starts_with(coalesce(%1$s, ''''), %2$s), true)'),
    ('ends_with', 1, '{text,text}', 0, null, 'boolean', true, 'never',
     'coalesce(starts_with(reverse(coalesce(%1$s, '''')), reverse(%2$s)), true)'),
    ('replace', 1, '{text,text,text}', 0, null, 'text', true, 'empty', 'plinth_private.ex_replace(%1$s, %2$s, %3$s)'),
    ('pad_start', 1, '{text,number,text}', 0, null, 'text', false, 'empty', 'plinth_private.ex_pad(%1$s, %2$s, %3$s, true)'),
    ('pad_end', 1, '{text,number,text}', 0, null, 'text', false, 'empty', 'plinth_private.ex_pad(%1$s, %2$s, %3$s, false)'),
    ('part', 1, '{text,text,number}', 0, null, 'text', false, 'empty', 'plinth_private.ex_part(%1$s, %2$s, %3$s)'),
    ('split', 1, '{text,text}', 0, null, 'list of text', false, 'empty', 'plinth_private.ex_split(%1$s, %2$s)'),
    ('is_number', 1, '{text}', 0, null, 'boolean', true, 'never', '(plinth_private.ex_number(%1$s) is not null)'),
    ('number', 1, '{text}', 0, null, 'number', false, 'empty', 'plinth_private.ex_number(%1$s)'),
    ('text', 1, '{number}', 0, null, 'text', false, 'empty', 'plinth_private.ex_number_text(%1$s)'),
    ('text', 2, '{boolean}', 0, null, 'text', false, 'empty', '%1$s::text'),
    ('text', 3, '{date}', 0, null, 'text', false, 'empty', 'plinth_private.ex_date_text(%1$s)'),
    -- number
    ('abs', 1, '{number}', 0, null, 'number', false, 'empty', 'abs(%1$s)'),
    ('sign', 1, '{number}', 0, null, 'number', false, 'empty', 'sign(%1$s)'),
    ('sqrt', 1, '{number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_sqrt(%1$s)'),
    ('floor', 1, '{number}', 0, null, 'number', false, 'empty', '(floor(%1$s) + 0)'),
    ('ceiling', 1, '{number}', 0, null, 'number', false, 'empty', '(ceil(%1$s) + 0)'),
    ('truncate', 1, '{number}', 0, null, 'number', false, 'empty', '(trunc(%1$s) + 0)'),
    ('round', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, %2$s, ''half'')'),
    ('round', 2, '{number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, 0, ''half'')'),
    ('round_up', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, %2$s, ''up'')'),
    ('round_up', 2, '{number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, 0, ''up'')'),
    ('round_down', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, %2$s, ''down'')'),
    ('round_down', 2, '{number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_round(%1$s, 0, ''down'')'),
    ('mod', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_modulo(%1$s, %2$s)'),
    ('power', 1, '{number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_power(%1$s, %2$s)'),
    ('clamp', 1, '{number,number,number}', 0, null, 'number', false, 'empty', 'plinth_private.ex_clamp(%1$s, %2$s, %3$s)'),
    ('is_even', 1, '{number}', 0, null, 'boolean', true, 'false', 'plinth_private.ex_has_parity(%1$s, 0)'),
    ('is_odd', 1, '{number}', 0, null, 'boolean', true, 'false', 'plinth_private.ex_has_parity(%1$s, 1)'),
    ('min', 1, '{O}', 1, null, 'O', true, 'empty', 'least(%4$s)'),
    ('min', 2, '{list of O}', 0, null, 'O', true, 'empty', 'plinth_private.ex_least(%1$s)'),
    ('max', 1, '{O}', 1, null, 'O', true, 'empty', 'greatest(%4$s)'),
    ('max', 2, '{list of O}', 0, null, 'O', true, 'empty', 'plinth_private.ex_greatest(%1$s)'),
    ('sum', 1, '{number}', 1, null, 'number', true, 'empty', 'plinth_private.ex_sum(array[%4$s])'),
    ('sum', 2, '{list of number}', 0, null, 'number', true, 'empty', 'plinth_private.ex_sum(%1$s)'),
    ('average', 1, '{number}', 1, null, 'number', true, 'empty', 'plinth_private.ex_average(array[%4$s])'),
    ('average', 2, '{list of number}', 0, null, 'number', true, 'empty', 'plinth_private.ex_average(%1$s)'),
    -- date
    ('today', 1, '{}', 0, null, 'date', false, 'never', '(select plinth_private.ex_today(%5$s))'),
    ('now', 1, '{}', 0, null, 'datetime', false, 'never', '(select plinth_private.ex_now())'),
    ('date', 1, '{number,number,number}', 0, null, 'date', false, 'empty', 'plinth_private.ex_date(%1$s, %2$s, %3$s)'),
    ('to_date', 1, '{text}', 0, null, 'date', false, 'empty', 'plinth_private.ex_to_date(%1$s)'),
    ('date_of', 1, '{datetime}', 0, null, 'date', false, 'empty', 'plinth_private.ex_date_of(%1$s, %5$s)'),
    ('datetime_of', 1, '{date,number,number}', 0, null, 'datetime', false, 'empty',
     'plinth_private.ex_datetime_of(%1$s, %2$s, %3$s, %5$s)'),
    ('year', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(year from %1$s)::float8'),
    ('year', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''year'', %1$s, %5$s)'),
    ('month', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(month from %1$s)::float8'),
    ('month', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''month'', %1$s, %5$s)'),
    ('day', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(day from %1$s)::float8'),
    ('day', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''day'', %1$s, %5$s)'),
    ('quarter', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(quarter from %1$s)::float8'),
    ('quarter', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''quarter'', %1$s, %5$s)'),
    ('weekday', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(isodow from %1$s)::float8'),
    ('weekday', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''isodow'', %1$s, %5$s)'),
    ('iso_week', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(week from %1$s)::float8'),
    ('iso_week', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''week'', %1$s, %5$s)'),
    ('day_of_year', 1, '{date}', 0, null, 'number', false, 'empty', 'extract(doy from %1$s)::float8'),
    ('day_of_year', 2, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_day_part(''doy'', %1$s, %5$s)'),
    ('hour', 1, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_clock_part(''hour'', %1$s, %5$s)'),
    ('minute', 1, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_clock_part(''minute'', %1$s, %5$s)'),
    ('second', 1, '{datetime}', 0, null, 'number', false, 'empty', 'plinth_private.ex_clock_part(''second'', %1$s, %5$s)'),
    ('add_days', 1, '{date,number}', 0, null, 'date', false, 'empty', 'plinth_private.ex_add_days(%1$s, %2$s)'),
    ('add_months', 1, '{date,number}', 0, null, 'date', false, 'empty', 'plinth_private.ex_add_months(%1$s, %2$s)'),
    ('add_years', 1, '{date,number}', 0, null, 'date', false, 'empty',
     'plinth_private.ex_add_months(%1$s, plinth_private.ex_whole(%2$s, 10000) * 12)'),
    ('days_between', 1, '{date,date}', 0, null, 'number', false, 'empty', '(%2$s - %1$s)::float8'),
    ('months_between', 1, '{date,date}', 0, null, 'number', false, 'empty', 'plinth_private.ex_months_between(%1$s, %2$s)'),
    ('years_between', 1, '{date,date}', 0, null, 'number', false, 'empty',
     '(trunc(plinth_private.ex_months_between(%1$s, %2$s) / 12) + 0)'),
    ('start_of_week', 1, '{date}', 0, null, 'date', false, 'empty', 'date_trunc(''week'', %1$s::timestamp)::date'),
    ('start_of_month', 1, '{date}', 0, null, 'date', false, 'empty', 'date_trunc(''month'', %1$s::timestamp)::date'),
    ('end_of_month', 1, '{date}', 0, null, 'date', false, 'empty',
     '(date_trunc(''month'', %1$s::timestamp) + interval ''1 month -1 day'')::date'),
    ('start_of_year', 1, '{date}', 0, null, 'date', false, 'empty', 'date_trunc(''year'', %1$s::timestamp)::date'),
    ('is_weekend', 1, '{date}', 0, null, 'boolean', true, 'false', '(extract(isodow from %1$s) > 5)'),
    ('days', 1, '{number}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_multiply(%1$s, 86400)'),
    ('hours', 1, '{number}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_multiply(%1$s, 3600)'),
    ('minutes', 1, '{number}', 0, null, 'duration', false, 'empty', 'plinth_private.ex_multiply(%1$s, 60)'),
    ('seconds', 1, '{number}', 0, null, 'duration', false, 'empty', '%1$s'),
    ('in_days', 1, '{duration}', 0, null, 'number', false, 'empty', 'plinth_private.ex_divide(%1$s, 86400)'),
    ('in_hours', 1, '{duration}', 0, null, 'number', false, 'empty', 'plinth_private.ex_divide(%1$s, 3600)'),
    ('in_minutes', 1, '{duration}', 0, null, 'number', false, 'empty', 'plinth_private.ex_divide(%1$s, 60)'),
    ('in_seconds', 1, '{duration}', 0, null, 'number', false, 'empty', '%1$s'),
    -- list
    ('count', 1, '{list of T}', 0, null, 'number', true, 'never', 'coalesce(cardinality(%1$s), 0)::float8'),
    ('count', 2, '{attachments}', 0, null, 'number', true, 'never', 'coalesce(cardinality(%1$s), 0)::float8'),
    ('has_any', 1, '{list of T,list of T}', 0, null, 'boolean', true, 'false', 'plinth_private.ex_has_any(%1$s, %2$s)'),
    ('has_all', 1, '{list of T,list of T}', 0, null, 'boolean', true, 'never', 'plinth_private.ex_has_all(%1$s, %2$s)'),
    ('first', 1, '{list of T}', 0, null, 'T', false, 'empty', '(%1$s)[1]'),
    ('last', 1, '{list of T}', 0, null, 'T', false, 'empty', 'plinth_private.ex_last(%1$s)'),
    ('item', 1, '{list of T,number}', 0, null, 'T', false, 'empty', '(%1$s)[plinth_private.ex_count(%2$s)]'),
    ('unique', 1, '{list of T}', 0, null, 'list of T', false, 'empty', 'plinth_private.ex_unique(%1$s)'),
    ('join', 1, '{list of text,text}', 0, null, 'text', true, 'empty', 'plinth_private.ex_join(%1$s, %2$s)'),
    -- person
    ('me', 1, '{}', 0, null, 'person', false, 'empty', '(select plinth_private.caller())'),
    ('my_role', 1, '{}', 0, null, 'text', false, 'empty', '(select plinth_private.base_role(%6$s))'),
    ('has_role', 1, '{text}', 0, null, 'boolean', true, 'never', '(select plinth_private.has_role(%6$s, %1$s))')
  ) as f (name, n, params, repeats, tail, result, fills, nulls, template)
$$;

-- The list by name, as one constant: what calls it has it computed when its plan is made, once in a session.
create or replace function plinth_private.expression_catalogue() returns jsonb
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select jsonb_object_agg(g.name, g.signatures)
  from (select f.name, jsonb_agg(to_jsonb(f) || jsonb_build_object('params', f.params::text) order by f.n) as signatures
        from plinth_private.expression_functions() as f group by f.name) as g
$$;
