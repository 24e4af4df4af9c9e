import description from '../package.json' with { type: 'json' };

export const VERSION = description.version;
