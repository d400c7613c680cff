import type { AskedQuestion, Field, FormSettings, Sections } from '@plinth/domain'
import { createContext, useContext } from 'react'

/** What the parts of a form that is being built work with. */
export interface Building {
  readonly settings: FormSettings
  /** As they are kept, or as they would be. */
  readonly sections: Sections
  /** Those of the table that can be asked for. */
  readonly fields: readonly Field[]
  /** Whose settings are open; null: none. */
  readonly open: Field['id'] | null
  show(field: Field['id'] | null): void
  /** `isTyped`: more of it comes. */
  change(
    changes: { readonly [K in keyof FormSettings]: FormSettings[K] | undefined },
    isTyped?: boolean,
  ): void
  put(update: (sections: Sections) => Sections, isTyped?: boolean): void
  /** As it will be asked. */
  askedOf(field: Field['id']): AskedQuestion<Field> | null
  /** Opens the condition of a question or of a section. */
  askWhen(of: ConditionOf): void
}

export type ConditionOf = { readonly field: Field['id'] } | { readonly section: string }

export const BuildingContext = createContext<Building | null>(null)

export function useBuilding(): Building {
  const building = useContext(BuildingContext)
  if (!building) throw new Error('useBuilding outside of a builder')
  return building
}
