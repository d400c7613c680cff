export function inTurn<T>(list: readonly T[]): T[]
