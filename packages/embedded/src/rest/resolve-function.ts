import { refuse } from '../gateway/api-error.ts'
import type { SchemaCache } from './schema-cache.ts'
import type { FunctionModel } from './schema-model.ts'

/** The call a request means: an overload and the arguments given by name. */
export interface ResolvedCall {
  fn: FunctionModel
  /** Given parameter names; undefined when the whole body is the one unnamed parameter. */
  given: string[] | undefined
}

const UNNAMED_TYPES = new Set(['json', 'jsonb', 'text'])

/** Finds the one overload that takes exactly these names (PGRST202 none, PGRST203 several). */
export async function resolveFunction(
  cache: SchemaCache,
  schema: string,
  name: string,
  given: string[],
): Promise<ResolvedCall> {
  const named = (fn: FunctionModel) => takesNames(fn, given)
  const candidates = await cache.functions(schema, name, (fn) => named(fn) || takesBody(fn))
  const fitting = candidates.filter(named)
  const [first, ...others] = fitting.length > 0 ? fitting : candidates
  if (!first) return refuseUnknown(schema, name, given)
  if (others.length > 0) {
    const list = [first, ...others].map((fn) => signature(fn)).join(', ')
    refuse(300, 'PGRST203', `Could not choose the best candidate function between: ${list}`, {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    })
  }
  return { fn: first, given: fitting.length > 0 ? given : undefined }
}

function takesNames(fn: FunctionModel, given: string[]): boolean {
  const names = new Set(fn.parameters.map((parameter) => parameter.name))
  const required = fn.parameters.filter((parameter) => !parameter.hasDefault && !parameter.isVariadic)
  return (
    !names.has('') &&
    given.every((name) => names.has(name)) &&
    required.every((parameter) => given.includes(parameter.name))
  )
}

function takesBody({ parameters }: FunctionModel): boolean {
  const [only] = parameters
  return parameters.length === 1 && only?.name === '' && UNNAMED_TYPES.has(only.type)
}

function signature(fn: FunctionModel): string {
  const parameters = fn.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')
  return `${fn.schema}.${fn.name}(${parameters})`
}

function refuseUnknown(schema: string, name: string, given: string[]): never {
  const list = given.join(', ')
  const called = given.length > 0 ? `${schema}.${name}(${list})` : `${schema}.${name} without parameters`
  const searched =
    given.length > 0
      ? `with parameter${given.length > 1 ? 's' : ''} ${list} or with a single unnamed json/jsonb parameter`
      : 'without parameters or with a single unnamed json/jsonb parameter'
  refuse(404, 'PGRST202', `Could not find the function ${called} in the schema cache`, {
    details: `Searched for the function ${schema}.${name} ${searched}, but no matches were found in the schema cache.`,
  })
}
