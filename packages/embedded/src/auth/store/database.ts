import type postgres from 'postgres'

/** The pool or one of its transactions. */
export type Database = postgres.ISql

export type Metadata = Record<string, unknown>

/** JSON parameters of the driver accept no `unknown`; metadata comes from JSON in the first place. */
export const asJson = (db: Database, value: Metadata) => db.json(value as postgres.JSONValue & Metadata)
