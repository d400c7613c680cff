import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '../../lib/backend-context.ts'
import { copyText } from '../../lib/copy-text.ts'
import { embedCode, shareAddress } from '../../lib/share-link.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** The one moment in which the address of a link is known. */
export function LinkReady({ token, name, onClose }: { token: string; name: string; onClose: () => void }) {
  const { project } = useConnection()
  const [copied, setCopied] = useState<'link' | 'code' | null>(null)
  const address = shareAddress(token, project)
  const code = embedCode(token, project, name)
  const copy = async (what: 'link' | 'code') => {
    await copyText(what === 'link' ? address : code, what === 'link' ? 'Copied the link' : 'Copied the code')
    setCopied(what)
  }
  const icon = (what: 'link' | 'code') => (copied === what ? <Check aria-hidden /> : <Copy aria-hidden />)
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Your link is ready"
      footer={
        <Button variant="ghost" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Banner tone="info">
          Copy it now: it cannot be shown again, because only its fingerprint is kept. Whoever has it can use
          it.
        </Banner>
        <div className="flex items-end gap-2">
          <TextField label="Link" value={address} isReadOnly className="flex-1" />
          <Button variant="primary" icon={icon('link')} onPress={() => void copy('link')} {...firstFocus}>
            Copy link
          </Button>
        </div>
        <div className="flex flex-col items-start gap-2">
          <TextArea
            label="Code for a web page"
            description="Shows it within another page."
            value={code}
            isReadOnly
            className="w-full"
          />
          <Button icon={icon('code')} onPress={() => void copy('code')}>
            Copy code
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
