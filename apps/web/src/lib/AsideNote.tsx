import type { BaseId, Field } from '@plinth/domain'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { useBringBack } from './use-bring-back.ts'

/** A field that nobody has hidden any more and whose values still stand aside: says so, and brings them back. */
export function AsideNote({ base, field }: { base: BaseId; field: Field }) {
  const back = useBringBack(base, field)
  if (!field.aside) return null
  return (
    <div className="flex flex-col gap-2">
      <Banner
        tone="info"
        title={`The values of “${field.name}” are still aside`}
        action={
          <Button size="sm" isPending={back.isPending} onPress={() => void back.run()}>
            Move back
          </Button>
        }
      >
        No role hides the field any more, and it works as before. Rules can look at it when its values are
        back.
      </Banner>
      {back.isPending && <ProgressBar label="Moving back" value={back.share * 100} />}
      <ErrorNote error={back.error} />
    </div>
  )
}
