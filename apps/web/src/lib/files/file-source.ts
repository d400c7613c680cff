import type { Attachment, FilesApi } from '@plinth/domain'

/** A file as it is looked at; of links the keys are known to the source alone. */
export type ShownFile = Omit<Attachment, 'id'> & { readonly id: string }

/** Where the bytes of files come from. Without addresses a file that is played is loaded as a whole. */
export type FileSource = Pick<FilesApi, 'download'> & Partial<Pick<FilesApi, 'signedUrl'>>
