import type { CompletionOption } from '@plinth/expression'
import { Braces, ListFilter, SquareFunction, Type } from 'lucide-react'
import { Suggestions } from '../../ui/Suggestions.tsx'
import type { CompletionList } from './use-completion.ts'

const icons: Record<CompletionOption['kind'], typeof Braces> = {
  field: Braces,
  function: SquareFunction,
  option: ListFilter,
  keyword: Type,
}

/** What could be written next. */
export function CompletionOptions({ id, list }: { id: string; list: CompletionList }) {
  return (
    <Suggestions
      id={id}
      label="What could be written here"
      items={list.options}
      active={list.active}
      keyOf={({ kind, label }) => `${kind} ${label}`}
      onPoint={list.point}
      onTake={list.take}
      className="inset-x-0 max-h-33"
    >
      {(option) => <CompletionLine option={option} />}
    </Suggestions>
  )
}

function CompletionLine({ option }: { option: CompletionOption }) {
  const Icon = icons[option.kind]
  return (
    <>
      <Icon aria-hidden className="text-ink-muted" />
      <span className="shrink-0 font-mono">{option.label}</span>
      <span className="min-w-0 flex-1 truncate text-right text-xs text-ink-muted">
        {option.kind === 'function' ? option.description : option.detail}
      </span>
    </>
  )
}
