-- What compiled expressions say about texts (docs/expressions.md). A text is never '' but empty (null), and empty over
-- 100,000 characters.

-- The text, or empty when it has no character or too many.
create or replace function plinth_private.ex_text(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when length(p_text) between 1 and 100000 then p_text end;
end
$$;

-- Texts one behind the other; empty ones are nothing.
create or replace function plinth_private.ex_concat(variadic p_texts text[]) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_text(array_to_string(p_texts, ''));
end
$$;

-- Letters whose partner is younger than Unicode 10, as a class of characters without its brackets. They stay as they are, so that an
-- expression means the same whatever Unicode this database knows (packages/expression/src/values/case.ts).
create or replace function plinth_private.ex_later_letters() returns text
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select '\u10d0-\u10ff\u1c89\u1c8a\u1c90-\u1cbf\u2c2f\u2c5f\ua7b8-\ua7dc\ua7f5\ua7f6'
    '\U00010570-\U000105bf\U00010d50-\U00010d85\U00016e40-\U00016e7f\U00016ea0-\U00016ed3'
$$;

-- Capitals by Unicode's full mapping without a language.
create or replace function plinth_private.ex_upper_case(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  -- With small letters that are older, and have got a capital since.
  v_later text := plinth_private.ex_later_letters() || '\u019b\u0264\u0282\u1d8e\ua794';
begin
  if octet_length(p_text) = length(p_text) or p_text !~ ('[' || v_later || ']') then
    return upper(p_text collate pg_catalog."und-x-icu");
  end if;
  return (
    select string_agg(coalesce(upper(r.run[1] collate pg_catalog."und-x-icu"), r.run[2]), '' order by r.n)
    from regexp_matches(p_text, format('([^%1$s]+)|([%1$s]+)', v_later), 'g') with ordinality as r (run, n));
end
$$;

-- Small letters by Unicode's full mapping without a language.
create or replace function plinth_private.ex_lower_case(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_later text := plinth_private.ex_later_letters();
begin
  if octet_length(p_text) = length(p_text) or p_text !~ ('[' || v_later || ']') then
    return lower(p_text collate pg_catalog."und-x-icu");
  end if;
  return (
    select string_agg(coalesce(lower(r.run[1] collate pg_catalog."und-x-icu"), r.run[2]), '' order by r.n)
    from regexp_matches(p_text, format('([^%1$s]+)|([%1$s]+)', v_later), 'g') with ordinality as r (run, n));
end
$$;

-- Capitals.
create or replace function plinth_private.ex_upper(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_text(plinth_private.ex_upper_case(p_text));
end
$$;

-- Small letters.
create or replace function plinth_private.ex_lower(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_text(plinth_private.ex_lower_case(p_text));
end
$$;

-- So many characters of a text, from a position on.
create or replace function plinth_private.ex_mid(p_text text, p_from double precision, p_count double precision)
returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return nullif(substr(p_text, greatest(plinth_private.ex_count(p_from), 1), plinth_private.ex_count(p_count)), '');
end
$$;

-- The text with one piece put in the place of another; an empty piece changes nothing, by an empty one it is taken out.
create or replace function plinth_private.ex_replace(p_text text, p_what text, p_by text) returns text
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
declare
  v_without text;
  v_found bigint;
begin
  if p_what is null or p_what = '' then
    return nullif(p_text, '');
  end if;
  v_without := replace(p_text, p_what, '');
  if coalesce(p_by, '') = '' then
    return nullif(v_without, '');
  end if;
  -- The length is known before a text is made that could be too long for any memory.
  v_found := (length(p_text) - length(v_without)) / length(p_what);
  if length(v_without) + v_found * length(p_by) > 100000 then
    return null;
  end if;
  return nullif(replace(p_text, p_what, p_by), '');
end
$$;

-- The text with repetitions of another before it (or behind it), up to a length of at most 1,000.
create or replace function plinth_private.ex_pad(
  p_text text, p_length double precision, p_fill text, p_before boolean
) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_length int := least(plinth_private.ex_count(p_length), 1000);
begin
  if length(p_text) >= v_length or p_fill = '' then
    return p_text;
  end if;
  return case when p_before then lpad(p_text, v_length, p_fill) else rpad(p_text, v_length, p_fill) end;
end
$$;

-- The nth piece of a text between separators.
create or replace function plinth_private.ex_part(p_text text, p_separator text, p_nth double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when p_nth >= 1 then nullif(split_part(p_text, p_separator, plinth_private.ex_count(p_nth)), '') end;
end
$$;

-- The pieces of a text between separators that are not empty.
create or replace function plinth_private.ex_split(p_text text, p_separator text) returns text[]
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return nullif(array_remove(string_to_array(p_text, p_separator), ''), '{}');
end
$$;

-- The texts of a list with a separator between them.
create or replace function plinth_private.ex_join(p_list text[], p_separator text) returns text
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  -- Too long already by its separators: what could be too long for any memory is not made.
  if (cardinality(p_list) - 1)::bigint * length(p_separator) > 100000 then
    return null;
  end if;
  return plinth_private.ex_text(array_to_string(p_list, coalesce(p_separator, '')));
end
$$;

-- The same of options, by what they are called ({option: [place, label]}) and in the order of their places; what is gone is left out.
create or replace function plinth_private.ex_join(p_list text[], p_separator text, p_labels jsonb) returns text
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_join((
      select array_agg(l.label ->> 1 order by l.label -> 0, o.n)
      from unnest(p_list) with ordinality as o (option, n) cross join lateral (select p_labels -> o.option as label) as l
      where l.label is not null), p_separator);
end
$$;
