import { createClient } from '@nonet/client';

export const client = createClient({ baseUrl: '' });
