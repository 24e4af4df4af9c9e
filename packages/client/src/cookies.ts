type Fetch = typeof globalThis.fetch;

/** A `fetch` that keeps a session's cookies between requests, as a browser does. For clients outside a browser. */
export function withCookies(fetch: Fetch = globalThis.fetch): Fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const separator = pair.indexOf('=');
      const name = pair.slice(0, separator).trim();
      const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute)) || isPast(attributes);
      if (gone) jar.delete(name);
      else jar.set(name, pair.slice(separator + 1).trim());
    }
    return response;
  };
}

function isPast(attributes: readonly string[]): boolean {
  const expires = attributes.find((attribute) => /^\s*expires=/i.test(attribute));
  return expires !== undefined && Date.parse(expires.slice(expires.indexOf('=') + 1)) <= Date.now();
}
