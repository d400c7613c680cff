-- What compiled expressions say about numbers (docs/expressions.md): total functions where an operator of SQL would raise
-- or answer differently. An empty argument gives an empty answer (strict), what is not finite is empty, what is too small
-- is 0, and there is no negative zero. PL/pgSQL, because nested calls of SQL functions that use an argument twice are not
-- inlined and cost ten times as much.

-- A sum. Only operands of one sign beside the upper end of the doubles can overflow; half of each tells.
create or replace function plinth_private.ex_add(a double precision, b double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if abs(a) < 8e307 and abs(b) < 8e307 then
    return a + b;
  elsif abs(a) > 1.7976931348623157e308 or abs(b) > 1.7976931348623157e308 then
    return null;
  elsif (a > 0) <> (b > 0) or abs(a) < 1e290 or abs(b) < 1e290 or abs(a * 0.5 + b * 0.5) < 8.98846567431158e307 then
    return a + b;
  end if;
  return null;
end
$$;

-- A product of operands that are far from 1: decided on operands that are scaled by powers of two, which is exact.
-- 2^540 = 3.599131035634557e162; a product of 2^1024 is 2^-56 when both are scaled down, one of 2^-1075 (the largest
-- that rounds to 0) is 32 when both are scaled up.
create or replace function plinth_private.ex_far_product(a double precision, b double precision)
returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  x double precision := abs(a);
  y double precision := abs(b);
  xh double precision;
  yh double precision;
begin
  if x > 1.7976931348623157e308 or y > 1.7976931348623157e308 then
    return null;
  elsif x = 0 or y = 0 then
    return 0;
  elsif x > 1 and y > 1 then
    if (x / 3.599131035634557e162) * (y / 3.599131035634557e162) >= 1.3877787807814457e-17 then
      return null;
    end if;
  elsif x < 1 and y < 1 then
    x := x * 3.599131035634557e162;
    y := y * 3.599131035634557e162;
    if x * y < 32 then
      return 0;
    elsif x * y = 32 then
      -- It may have been rounded to 32: the error of the rounding tells (Dekker's product).
      xh := x * 134217729 - (x * 134217729 - x);
      yh := y * 134217729 - (y * 134217729 - y);
      if ((xh * yh - 32) + xh * (y - yh) + (x - xh) * yh) + (x - xh) * (y - yh) <= 0 then
        return 0;
      end if;
    end if;
  end if;
  return a * b;
end
$$;

-- A product.
create or replace function plinth_private.ex_multiply(a double precision, b double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if abs(a) between 1e-150 and 1e150 and abs(b) between 1e-150 and 1e150 then
    return a * b;
  end if;
  return plinth_private.ex_far_product(a, b);
end
$$;

-- A quotient of operands that are far from 1, decided like the product.
create or replace function plinth_private.ex_far_quotient(a double precision, b double precision)
returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  x double precision := abs(a);
  y double precision := abs(b);
begin
  if x > 1.7976931348623157e308 or y > 1.7976931348623157e308 or y = 0 then
    return null;
  elsif x = 0 then
    return 0;
  elsif y < 1 and x > y then
    -- 2^484: what the quotient's limit of 2^1024 is when only the divisor is scaled up.
    y := y * 3.599131035634557e162;
    if x < 1 and x / y >= 4.994797680505588e145
       or x >= 1 and x / 3.599131035634557e162 / y >= 1.3877787807814457e-17 then
      return null;
    end if;
  elsif y > 1 and x < 1 then
    if x * 3.599131035634557e162 <= y / 3.599131035634557e162 * 32 then
      return 0;
    end if;
  end if;
  return a / b;
end
$$;

-- A quotient; by zero it is empty.
create or replace function plinth_private.ex_divide(a double precision, b double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if abs(a) between 1e-150 and 1e150 and abs(b) between 1e-150 and 1e150 then
    return a / b;
  end if;
  return plinth_private.ex_far_quotient(a, b);
end
$$;

-- a - b * floor(a / b), step by step.
create or replace function plinth_private.ex_modulo(a double precision, b double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_add(a, -plinth_private.ex_multiply(b, floor(plinth_private.ex_divide(a, b)))) + 0;
end
$$;

-- A whole power between -1,000 and 1,000 by repeated squaring.
create or replace function plinth_private.ex_power(a double precision, p_exponent double precision)
returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_left int;
  v_result double precision := 1;
  v_base double precision := a;
begin
  if abs(p_exponent) > 1000 or p_exponent <> trunc(p_exponent) then
    return null;
  end if;
  v_left := abs(p_exponent)::int;
  while v_left > 0 loop
    if v_left % 2 = 1 then
      v_result := plinth_private.ex_multiply(v_result, v_base);
    end if;
    v_left := v_left / 2;
    if v_left > 0 then
      v_base := plinth_private.ex_multiply(v_base, v_base);
    end if;
  end loop;
  if p_exponent < 0 then
    return coalesce(plinth_private.ex_divide(1, v_result), case when v_result is null then 0 end);
  end if;
  return v_result;
end
$$;

-- A square root; of a negative number it is empty.
create or replace function plinth_private.ex_sqrt(a double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when a > 0 then sqrt(a) when a = 0 then 0 end;
end
$$;

-- The shortest decimal that reads back as the number, whatever extra_float_digits the session has.
create or replace function plinth_private.ex_decimal(a double precision) returns numeric
language plpgsql immutable strict parallel safe security invoker set search_path = '' set extra_float_digits = 1
as $$
begin
  return a::text::numeric;
end
$$;

-- The shortest decimal without exponent.
create or replace function plinth_private.ex_number_text(a double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if abs(a) < 1e15 and a = trunc(a) then
    return a::bigint::text;
  end if;
  return plinth_private.ex_decimal(a)::text;
end
$$;

-- A count or position: cut towards zero, between 0 and a million (no text and no list is as long).
create or replace function plinth_private.ex_count(a double precision) returns int
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return trunc(least(greatest(a, 0), 1000000))::int;
end
$$;

-- A whole number of days, months, digits …: cut towards zero, and at the limit.
create or replace function plinth_private.ex_whole(a double precision, p_limit int) returns int
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return trunc(least(greatest(a, -p_limit::double precision), p_limit))::int;
end
$$;

-- The shortest decimal rounded to digits: half away from zero ('half'), away from zero ('up'), towards zero ('down').
create or replace function plinth_private.ex_round(a double precision, p_digits double precision, p_way text)
returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_digits int := plinth_private.ex_whole(p_digits, 15);
  v_exact numeric;
  v_cut numeric;
begin
  if v_digits >= 0 and a = trunc(a) then
    return a + 0;
  end if;
  v_exact := plinth_private.ex_decimal(a);
  if p_way = 'half' then
    return round(v_exact, v_digits);
  end if;
  v_cut := trunc(v_exact, v_digits);
  if p_way = 'up' and v_cut <> v_exact then
    v_cut := v_cut + sign(v_exact) * ('1e' || -v_digits)::numeric;
  end if;
  return v_cut;
end
$$;

-- The value kept between two ends; ends in the wrong order are empty.
create or replace function plinth_private.ex_clamp(a double precision, p_low double precision, p_high double precision)
returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when p_low <= p_high then greatest(p_low, least(a, p_high)) end;
end
$$;

-- Is this a whole number with this remainder by two (0 even, 1 odd)?
create or replace function plinth_private.ex_has_parity(a double precision, p_remainder int) returns boolean
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when abs(a) > 9007199254740992 then abs(a) <= 1.7976931348623157e308 and p_remainder = 0
              when a = trunc(a) then abs(a::bigint % 2) = p_remainder
              else false end;
end
$$;

-- The number that a text writes in digits, or empty.
create or replace function plinth_private.ex_number(p_text text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_text text := btrim(p_text, E' \t\n\r');
begin
  return case when length(v_text) <= 100 and v_text ~ '^[+-]?[0-9]+(\.[0-9]+)?$' then v_text::double precision + 0 end;
end
$$;

-- The sum of a list, in its order; empty items are passed over, and the sum of none is 0.
create or replace function plinth_private.ex_sum(p_list double precision[]) returns double precision
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
declare
  v_sum double precision := 0;
  v_item double precision;
begin
  if p_list is not null then
    foreach v_item in array p_list loop
      if v_item is not null then
        v_sum := plinth_private.ex_add(v_sum, v_item);
      end if;
    end loop;
  end if;
  return v_sum + 0;
end
$$;

-- The average of a list's items that are not empty.
create or replace function plinth_private.ex_average(p_list double precision[]) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_divide(plinth_private.ex_sum(p_list), cardinality(array_remove(p_list, null)));
end
$$;
