interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

/**
 * The component library writes style sheets as markup (`innerHTML` of a `style`), which Trusted Types forbids for
 * plain text. Text without `<` makes no element in any place: only such text passes, and no script of any form.
 */
export function allowStyleText(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup is never made from text here.');
      return text;
    },
  });
}
