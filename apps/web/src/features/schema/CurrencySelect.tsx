import { ComboBox } from '../../ui/ComboBox.tsx'

/** Codes of all currencies that the browser names, with those names. */
const currencies = Intl.supportedValuesOf('currency').map((code) => ({ id: code, label: labelOf(code) }))

function labelOf(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
  return name === code ? code : `${code} – ${name}`
}

/** In which currency the sums of a field are. */
export function CurrencySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const options = currencies.some(({ id }) => id === value)
    ? currencies
    : [{ id: value, label: value }, ...currencies]
  return (
    <ComboBox
      label="Currency"
      options={options}
      value={value}
      onChange={onChange}
      description="Once records have sums, only a currency with as many digits after the point can take its place."
    />
  )
}
