/** A mail that has come, read into its parts. */
export interface IncomingMail {
  /** Its `Message-ID`, or another text that each delivery of it has in common. */
  readonly messageId: string;
  /** The addresses that it was sent to. */
  readonly to: readonly string[];
  /** The address that it says it is from; null if it names none. */
  readonly from: string | null;
  /** Whether the mail server that took it in has verified that it is from there (RFC 8601). */
  readonly isVerified: boolean;
  readonly name: string | null;
  readonly subject: string;
  readonly text: string;
  /** The text without the mail that it answers. */
  readonly ownText: string;
  /** An instant, as its sender states it. */
  readonly date: string | null;
  /** Why nothing may come of it: a program wrote it as an answer (RFC 3834), or it is a report of what was not delivered. */
  readonly isAutomatic: boolean;
  /** The `Message-ID`s of the mails that it answers, the nearest first. */
  readonly answers: readonly string[];
  readonly files: readonly IncomingFile[];
}

export interface IncomingFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** How a mail is kept until it is taken: JSON. */
export type KeptMail = Omit<IncomingMail, 'files'> & {
  readonly files: readonly { readonly name: string; readonly base64: string }[];
};

export function kept({ files, ...mail }: IncomingMail): KeptMail {
  return {
    ...mail,
    files: files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString('base64') })),
  };
}

export function unpacked({ files, ...mail }: KeptMail): IncomingMail {
  return { ...mail, files: files.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, 'base64') })) };
}
