import type { GatewayContext } from '../context.ts'
import { forgetRoleSettings } from '../gateway/role-settings.ts'
import { loadSchema } from './schema-loader.ts'
import { type FunctionModel, keyOf, type SchemaModel, type TableModel } from './schema-model.ts'
import { existsInCatalog } from './schema-queries.ts'

/** Calls that fit no overload read the schema anew at most this often. */
const RELOAD_GAP_MS = 5_000

/**
 * Holds the model of the exposed schemas. It is read anew when the database says `notify pgrst`, and
 * when a name is missing from it that the catalog knows; loads never overlap, and a request during a
 * load uses the model there is.
 */
export class SchemaCache {
  private model: SchemaModel | undefined
  private loading: Promise<SchemaModel> | undefined
  private again = false
  private loadedAt = Number.NEGATIVE_INFINITY
  private listener: { unlisten(): Promise<void> } | undefined
  private readonly ctx: GatewayContext

  constructor(ctx: GatewayContext) {
    this.ctx = ctx
  }

  /** Listens for reloads; a lost connection is made anew, and the model with it. */
  async start(): Promise<void> {
    this.listener = await this.ctx.pools.caller.listen(
      'pgrst',
      () => this.refresh(),
      () => this.refresh(),
    )
    await this.current()
  }

  async stop(): Promise<void> {
    await this.listener?.unlisten().catch(() => undefined)
    await this.loading?.catch(() => undefined)
  }

  /** The model, loaded if there is none yet. */
  async current(): Promise<SchemaModel> {
    return this.model ?? this.load()
  }

  async table(schema: string, name: string): Promise<TableModel | undefined> {
    const key = keyOf(schema, name)
    const found = (await this.current()).tables.get(key)
    if (found) return found
    if (!(await existsInCatalog(this.ctx.pools.caller, 'table', schema, name))) return undefined
    return (await this.fresh()).tables.get(key)
  }

  /**
   * The functions of that name that `fits` accepts: asked of the model, and once more after reading it
   * anew if the catalog knows the name.
   */
  async functions(
    schema: string,
    name: string,
    fits: (candidate: FunctionModel) => boolean,
  ): Promise<FunctionModel[]> {
    const key = keyOf(schema, name)
    const known = (await this.current()).functions.get(key) ?? []
    const found = known.filter(fits)
    if (found.length > 0) return found
    // A known name with other arguments is most likely a wrong call: it must not cost a load each time.
    if (known.length > 0 && performance.now() - this.loadedAt < RELOAD_GAP_MS) return []
    if (!(await existsInCatalog(this.ctx.pools.caller, 'function', schema, name))) return []
    return ((await this.fresh()).functions.get(key) ?? []).filter(fits)
  }

  /** A model whose reading began after this call. */
  async fresh(): Promise<SchemaModel> {
    await this.loading?.catch(() => undefined)
    return this.load()
  }

  private refresh(): void {
    forgetRoleSettings(this.ctx)
    if (this.loading) {
      this.again = true
      return
    }
    this.load().catch((error) => this.ctx.log(`schema cache: ${String(error)}`))
  }

  private load(): Promise<SchemaModel> {
    this.loading ??= this.loadUntilQuiet().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  private async loadUntilQuiet(): Promise<SchemaModel> {
    let model: SchemaModel
    do {
      this.again = false
      this.loadedAt = performance.now()
      model = await loadSchema(this.ctx.pools.caller)
      this.model = model
    } while (this.again)
    return model
  }
}
