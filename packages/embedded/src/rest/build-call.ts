import { qualify, quoteName } from './quoting.ts'
import type { ResolvedCall } from './resolve-function.ts'
import type { ParameterModel } from './schema-model.ts'
import type { SqlText } from './sql-text.ts'

/** Arguments of a call: one JSON document (POST), or texts by name (GET). */
export type CallArguments = { kind: 'json'; text: string } | { kind: 'texts'; values: Map<string, string[]> }

/**
 * A SELECT that calls the function: its rows, or one column `pgrst_scalar`. JSON arguments travel as one
 * document that the server takes apart by the parameters' types, so a jsonb argument stays what it was.
 */
export function callSql(sql: SqlText, call: ResolvedCall, args: CallArguments): string {
  const { fn, given } = call
  const name = qualify(fn.schema, fn.name)
  const isRows = fn.returns.kind === 'composite'
  const parameters = fn.parameters.filter((parameter) => given?.includes(parameter.name))
  const invoke = (list: string, from: string) => {
    if (isRows)
      return `select pgrst_call.* from ${from}${from === '' ? '' : ', lateral '}${name}(${list}) as pgrst_call`
    return `select ${name}(${list}) as pgrst_scalar${from === '' ? '' : ` from ${from}`}`
  }
  if (given === undefined && args.kind === 'json') {
    return invoke(`${sql.bind(args.text)}::${fn.parameters[0]?.type ?? 'json'}`, '')
  }
  if (parameters.length === 0) return invoke('', '')
  if (args.kind === 'texts') return invoke(textArguments(sql, parameters, args.values), '')
  const columns = parameters.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  const body = `json_to_record(${sql.bind(args.text)}::json) as pgrst_body(${columns})`
  return invoke(
    parameters.map((each) => argument(each, `pgrst_body.${quoteName(each.name)}`)).join(', '),
    body,
  )
}

function argument({ name, isVariadic }: ParameterModel, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`
}

function textArguments(sql: SqlText, parameters: ParameterModel[], values: Map<string, string[]>): string {
  return parameters
    .map((parameter) => {
      const given = values.get(parameter.name) ?? []
      if (parameter.isVariadic) {
        const list = given.map((value) => sql.bind(value)).join(', ')
        return argument(parameter, `array[${list}]::${parameter.type}`)
      }
      return argument(parameter, `${sql.bind(given.at(-1) ?? '')}::${parameter.type}`)
    })
    .join(', ')
}
