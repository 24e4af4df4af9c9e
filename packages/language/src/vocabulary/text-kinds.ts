/** The field types whose values are texts that people write. */
export const TEXT_KINDS = ['text', 'long text', 'markdown', 'email', 'url', 'phone'] as const;
