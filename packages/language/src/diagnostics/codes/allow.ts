import { type Code, code } from '../code.ts';
import { ALLOWANCE_REASONS } from './reasons/document.ts';

/** N098 and N099: `allow` remarks of a document. They have these numbers because N001 to N049 are all taken. */
export const ALLOW_CODES = {
  N098: code<{ code: string; why: keyof typeof ALLOWANCE_REASONS }>({
    severity: 'error',
    title: 'What can not be allowed',
    message: ({ code, why }) => `\`allow ${code}\` does not hold: ${ALLOWANCE_REASONS[why]}.`,
    page: 'A warning, hint or disclosure that is meant to stay is allowed under its heading, with the reason. Errors and gaps are never hidden.\n\n❌ `> allow N903`\n\n✅ `> allow N903: the next tariff needs it`',
  }),
  N099: code<{ code: string }>({
    severity: 'warning',
    title: 'Nothing to allow',
    message: ({ code }) => `Nothing under this heading is reported as ${code}, so \`allow ${code}\` has no effect.`,
    page: 'What was allowed is fixed, or stands under another heading.\n\n❌ `> allow N903: the next tariff needs it` above constants that are all used\n\n✅ `> allow N903: the next tariff needs it` above one that nothing uses yet',
  }),
} satisfies Record<string, Code<never>>;
