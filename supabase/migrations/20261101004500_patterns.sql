-- Patterns of text: a regular subset of our own (docs/validation.md), read here and written as a regular expression of
-- Postgres that means the same as packages/domain/src/rules/pattern.ts. Nothing in it goes back over the text: there are no
-- references, no looks around, and repetitions spelled out stay within 1,000 characters.

-- A character in a regular expression: itself where nothing else is possible, else its number.
create or replace function plinth_private.pattern_char(p_char text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_char ~ '^[A-Za-z0-9]$' then p_char else format('\U%s', lpad(to_hex(ascii(p_char)), 8, '0')) end
$$;

-- What stands for one of the classes \d \w \s between brackets; null for any other letter.
create or replace function plinth_private.pattern_class(p_letter text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case p_letter
    when 'd' then '0-9'
    when 'w' then 'A-Za-z0-9\U0000005f'
    when 's' then '\U00000009-\U0000000d\U00000020'
  end
$$;

-- A set [...] that begins behind its bracket at p_from: its SQL and where the text goes on; null when it is none.
create or replace function plinth_private.pattern_set(
  p_chars text[], p_from int, out sql text, out next int
)
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_parts text := '';
  v_first text;
  v_char text;
  i int := p_from;
begin
  if p_chars[i] = '^' then
    i := i + 1;
  end if;
  while p_chars[i] is distinct from ']' loop
    v_char := p_chars[i];
    if v_char is null or v_char = '[' then
      return;
    elsif v_char = '\' and plinth_private.pattern_class(p_chars[i + 1]) is not null then
      v_parts := v_parts || plinth_private.pattern_class(p_chars[i + 1]);
      v_first := null;
      i := i + 2;
      -- A class begins no range.
      if p_chars[i] = '-' and p_chars[i + 1] is distinct from ']' then
        return;
      end if;
      continue;
    elsif v_char = '-' and v_first is not null and p_chars[i + 1] is distinct from ']' then
      i := i + 1;
      v_char := p_chars[i];
      if v_char = '\' then
        i := i + 1;
        v_char := p_chars[i];
        if v_char !~ '^[!-/:-@\[-`{-~]$' then
          return;
        end if;
      elsif v_char = '[' then
        return;
      end if;
      if v_char is null or ascii(v_char) < ascii(v_first) then
        return;
      end if;
      v_parts := format('%s-%s', v_parts, plinth_private.pattern_char(v_char));
      v_first := null;
      i := i + 1;
      if p_chars[i] = '-' and p_chars[i + 1] is distinct from ']' then
        return;
      end if;
      continue;
    elsif v_char = '\' then
      i := i + 1;
      v_char := p_chars[i];
      if v_char is null or v_char !~ '^[!-/:-@\[-`{-~]$' then
        return;
      end if;
    end if;
    v_parts := v_parts || plinth_private.pattern_char(v_char);
    v_first := v_char;
    i := i + 1;
  end loop;
  if v_parts <> '' then
    sql := format('[%s%s]', case when p_chars[p_from] = '^' then '^' else '' end, v_parts);
    next := i + 1;
  end if;
end
$$;

-- One character, class or set at p_from: its SQL and where the text goes on; null when there is none.
create or replace function plinth_private.pattern_atom(
  p_chars text[], p_from int, out sql text, out next int
)
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_char text := p_chars[p_from];
  v_letter text := p_chars[p_from + 1];
begin
  if v_char = '[' then
    select s.sql, s.next into sql, next from plinth_private.pattern_set(p_chars, p_from + 1) as s;
    return;
  elsif v_char = '\' then
    next := p_from + 2;
    sql := case
      when plinth_private.pattern_class(v_letter) is not null then format('[%s]', plinth_private.pattern_class(v_letter))
      when plinth_private.pattern_class(lower(v_letter)) is not null and v_letter in ('D', 'W', 'S')
        then format('[^%s]', plinth_private.pattern_class(lower(v_letter)))
      when v_letter ~ '^[!-/:-@\[-`{-~]$' then plinth_private.pattern_char(v_letter) end;
    return;
  end if;
  next := p_from + 1;
  sql := case when v_char = '.' then '.'
              when v_char in (']', '{', '}', '^', '$') then null
              else plinth_private.pattern_char(v_char) end;
end
$$;

-- A repetition at p_from: its SQL, where the text goes on and how many times it spells out what it repeats.
create or replace function plinth_private.pattern_repeat(
  p_chars text[], p_from int, out sql text, out next int, out times int
)
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_bounds text[];
begin
  if p_chars[p_from] <> '{' then
    sql := p_chars[p_from];
    next := p_from + 1;
    times := case sql when '+' then 2 else 1 end;
    return;
  end if;
  v_bounds := regexp_match(array_to_string(p_chars[p_from : p_from + 8], ''), '^\{([0-9]{1,3})(,?)([0-9]{0,3})\}');
  if v_bounds is null or v_bounds[2] = '' and v_bounds[3] <> '' then
    return;
  end if;
  if v_bounds[1]::int > 255 or nullif(v_bounds[3], '')::int > 255 or nullif(v_bounds[3], '')::int < v_bounds[1]::int then
    return;
  end if;
  sql := format('{%s%s%s}', v_bounds[1]::int, v_bounds[2], nullif(v_bounds[3], '')::int);
  next := p_from + 2 + length(concat(v_bounds[1], v_bounds[2], v_bounds[3]));
  times := greatest(coalesce(nullif(v_bounds[3], '')::int, v_bounds[1]::int + case v_bounds[2] when ',' then 1 else 0 end), 1);
end
$$;

-- The pattern as a regular expression that a whole text must match; null when it is no pattern. Compare with
-- `collate "C" ~`.
create or replace function plinth_private.compile_pattern(p_pattern text) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_chars text[] := string_to_array(p_pattern, null);
  v_sql text := '';
  -- By depth of groups: characters so far, those that a repetition would repeat, and whether the branch has any.
  v_sizes int[] := '{0}';
  v_lasts int[] := '{0}';
  v_filled boolean[] := '{false}';
  v_depth int := 1;
  v_part record;
  v_size int;
  i int := 1;
begin
  if coalesce(char_length(p_pattern), 0) not between 1 and plinth_private.limit_of('patternLength') then
    return null;
  end if;
  while i <= cardinality(v_chars) loop
    if v_chars[i] = '(' then
      v_depth := v_depth + 1;
      v_sizes[v_depth] := 0;
      v_lasts[v_depth] := 0;
      v_filled[v_depth] := false;
      v_sql := v_sql || '(?:';
      i := i + 1;
      if v_depth > 20 then
        return null;
      end if;
      continue;
    elsif v_chars[i] in (')', '|') then
      if not v_filled[v_depth] then
        return null;
      end if;
      v_sql := v_sql || v_chars[i];
      i := i + 1;
      if v_chars[i - 1] = '|' then
        v_filled[v_depth] := false;
        v_lasts[v_depth] := 0;
        continue;
      end if;
      v_size := v_sizes[v_depth];
      v_depth := v_depth - 1;
      if v_depth = 0 then
        return null;
      end if;
    elsif v_chars[i] in ('?', '*', '+', '{') then
      v_part := plinth_private.pattern_repeat(v_chars, i);
      if v_lasts[v_depth] = 0 or v_part.sql is null then
        return null;
      end if;
      v_sql := v_sql || v_part.sql;
      v_sizes[v_depth] := v_sizes[v_depth] + v_lasts[v_depth] * (v_part.times - 1);
      v_lasts[v_depth] := 0;
      i := v_part.next;
      if v_sizes[v_depth] > 1000 then
        return null;
      end if;
      continue;
    else
      v_part := plinth_private.pattern_atom(v_chars, i);
      if v_part.sql is null then
        return null;
      end if;
      v_sql := v_sql || v_part.sql;
      v_size := 1;
      i := v_part.next;
    end if;
    v_sizes[v_depth] := v_sizes[v_depth] + v_size;
    v_lasts[v_depth] := v_size;
    v_filled[v_depth] := true;
    if v_sizes[v_depth] > 1000 then
      return null;
    end if;
  end loop;
  return case when v_depth = 1 and v_filled[1] then format('^(?:%s)$', v_sql) end;
end
$$;
