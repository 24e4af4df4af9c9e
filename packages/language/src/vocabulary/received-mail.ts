/** The parts of a mail that a field can take (7, `### Received`). */
export const RECEIVED_PARTS = ['subject', 'text', 'from', 'name', 'date', 'attachments'] as const;
export type MailPartName = (typeof RECEIVED_PARTS)[number];
