-- What compiled expressions say about dates and date-times (docs/expressions.md): dates from 0001-01-01 to 9999-12-31,
-- date-times in these years of UTC; what lies beyond is empty. Zones are names that Postgres knows.

-- The date, or empty when it lies beyond.
create or replace function plinth_private.ex_day(p_day date) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when p_day between '0001-01-01' and '9999-12-31' then p_day end;
end
$$;

-- The moment, or empty when it lies beyond.
create or replace function plinth_private.ex_moment(p_at timestamptz) returns timestamptz
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when p_at >= '0001-01-01T00:00:00Z' and p_at < '10000-01-01T00:00:00Z' then p_at end;
end
$$;

-- The day of a year, month and day, or empty when there is none.
create or replace function plinth_private.ex_date(p_year double precision, p_month double precision,
                                                  p_day double precision) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  y int := plinth_private.ex_whole(p_year, 10000);
  m int := plinth_private.ex_whole(p_month, 13);
  d int := plinth_private.ex_whole(p_day, 32);
begin
  if y < 1 or y > 9999 or m < 1 or m > 12 or d < 1 then
    return null;
  elsif d > 28 + (m <> 2)::int * 2 + (m not in (2, 4, 6, 9, 11))::int
            + (m = 2 and y % 4 = 0 and (y % 100 <> 0 or y % 400 = 0))::int then
    return null;
  end if;
  return make_date(y, m, d);
end
$$;

-- The day that a text writes as YYYY-MM-DD.
create or replace function plinth_private.ex_to_date(p_text text) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if p_text !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return null;
  end if;
  return plinth_private.ex_date(left(p_text, 4)::int, substr(p_text, 6, 2)::int, right(p_text, 2)::int);
end
$$;

-- YYYY-MM-DD, whatever date style the session has.
create or replace function plinth_private.ex_date_text(p_day date) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return to_char(plinth_private.ex_day(p_day)::timestamp, 'YYYY-MM-DD');
end
$$;

-- The day of a moment in a zone.
create or replace function plinth_private.ex_date_of(p_at timestamptz, p_zone text) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_day((p_at at time zone p_zone)::date);
end
$$;

-- A part of the day of a moment in a zone: year, month, quarter, week, doy, isodow, day.
create or replace function plinth_private.ex_part(p_part text, p_at timestamptz, p_zone text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return date_part(p_part, plinth_private.ex_date_of(p_at, p_zone)::timestamp);
end
$$;

-- A part of the clock of a moment in a zone: hour, minute, second.
create or replace function plinth_private.ex_clock_part(p_part text, p_at timestamptz, p_zone text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return floor(date_part(p_part, p_at at time zone p_zone));
end
$$;

-- A moment as a zone's calendar and clock show it: 2024-02-09 07:05.
create or replace function plinth_private.ex_moment_text(p_at timestamptz, p_zone text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_date_text(plinth_private.ex_date_of(p_at, p_zone)) || to_char(p_at at time zone p_zone, ' HH24:MI');
end
$$;

-- A duration as a field keeps it, in whole seconds; null beyond what it holds. The half would take a large whole number to its neighbour.
create or replace function plinth_private.ex_kept_seconds(p_seconds double precision) returns bigint
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case when abs(p_seconds) <= 9007199254740991 then
    case when p_seconds = floor(p_seconds) then p_seconds else floor(p_seconds + 0.5) end::bigint end
$$;

-- A duration as text, in the whole seconds that a field keeps: 1:30:00.
create or replace function plinth_private.ex_duration_text(p_seconds double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_kept bigint := plinth_private.ex_kept_seconds(p_seconds);
begin
  return case when v_kept < 0 then '-' else '' end || abs(v_kept) / 3600
    || to_char(make_interval(secs => (abs(v_kept) % 3600)::int), ':MI:SS');
end
$$;

-- This moment, in whole milliseconds.
create or replace function plinth_private.ex_now() returns timestamptz
language sql stable parallel safe security invoker set search_path = ''
as $$ select date_trunc('milliseconds', now()) $$;

-- This day in a zone. A short name: it stands in SQL as often as today() in a text of six characters.
create or replace function plinth_private.ex_day(p_zone text) returns date
language sql stable parallel safe security invoker set search_path = ''
as $$ select (now() at time zone p_zone)::date $$;

-- The moment of a clock in a zone. Postgres takes the later one where the clock was turned back; ours is the earlier.
create or replace function plinth_private.ex_datetime_of(
  p_day date, p_hour double precision, p_minute double precision, p_zone text
) returns timestamptz
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_hour int := plinth_private.ex_whole(p_hour, 24);
  v_minute int := plinth_private.ex_whole(p_minute, 60);
  v_clock timestamp;
  v_later timestamptz;
  v_earlier timestamptz;
begin
  if v_hour not between 0 and 23 or v_minute not between 0 and 59 or plinth_private.ex_day(p_day) is null then
    return null;
  end if;
  v_clock := p_day + make_time(v_hour, v_minute, 0);
  v_later := v_clock at time zone p_zone;
  -- The same clock by what the zone was 26 hours before: no clock was ever turned by more.
  v_earlier := (v_clock - ((v_later - interval '26 hours') at time zone p_zone
                           - (v_later - interval '26 hours') at time zone 'UTC')) at time zone 'UTC';
  if v_earlier < v_later and v_earlier at time zone p_zone = v_clock then
    v_later := v_earlier;
  end if;
  return plinth_private.ex_moment(v_later);
end
$$;

-- A moment moved by seconds (times p_sign), in whole milliseconds. Seconds and the rest apart: together they are more
-- digits than a double holds.
create or replace function plinth_private.ex_move(p_at timestamptz, p_seconds double precision, p_sign int)
returns timestamptz
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_ms bigint;
begin
  if abs(p_seconds) > 400000000000 or plinth_private.ex_moment(p_at) is null then
    return null;
  end if;
  v_ms := floor(p_seconds * 1000 + 0.5)::bigint * sign(p_sign)::int;
  if floor(extract(epoch from p_at) * 1000)::bigint + v_ms not between -62135596800000 and 253402300799999 then
    return null;
  end if;
  return plinth_private.ex_moment(((p_at at time zone 'UTC') + interval '1 second' * (v_ms / 1000)
                                   + interval '1 millisecond' * (v_ms % 1000)) at time zone 'UTC');
end
$$;

-- A day moved by days.
create or replace function plinth_private.ex_add_days(p_day date, p_days double precision) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_days int := plinth_private.ex_whole(p_days, 4000000);
begin
  return case when plinth_private.ex_day(p_day) is not null and p_day - date '0001-01-01' + v_days between 0 and 3652058
              then p_day + v_days end;
end
$$;

-- A day moved by months: the same day of the month, or the month's last.
create or replace function plinth_private.ex_add_months(p_day date, p_months double precision) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_months int := plinth_private.ex_whole(p_months, 200000);
begin
  if plinth_private.ex_day(p_day) is not null
     and extract(year from p_day) * 12 + extract(month from p_day) + v_months between 13 and 120000 then
    return (p_day::timestamp + make_interval(months => v_months))::date;
  end if;
  return null;
end
$$;

-- Whole months from a day to another, counted towards zero.
create or replace function plinth_private.ex_months_between(p_from date, p_to date) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_months double precision;
  v_there date;
begin
  if plinth_private.ex_day(p_from) is null or plinth_private.ex_day(p_to) is null then
    return null;
  end if;
  v_months := (extract(year from p_to) - extract(year from p_from)) * 12
            + extract(month from p_to) - extract(month from p_from);
  v_there := plinth_private.ex_add_months(p_from, v_months);
  return v_months - case when v_months > 0 and v_there > p_to then 1 when v_months < 0 and v_there < p_to then -1 else 0 end;
end
$$;
