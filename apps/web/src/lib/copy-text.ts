import { toast } from '../ui/Toast.tsx'

/** Puts a text on the clipboard and says so, or says that the browser did not let it. */
export async function copyText(text: string, said = 'Copied your value'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(said)
  } catch {
    // Refused by the person or a policy; outside of https and localhost there is no clipboard at all.
    toast.error('The browser does not allow copying here', { description: text.slice(0, 300) })
  }
}
