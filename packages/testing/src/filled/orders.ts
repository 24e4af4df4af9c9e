import type { Client } from '@nonet/client';
import { asPerson } from './people.ts';

const CITIES = ['Utrecht', 'Leiden', 'Delft', 'Gouda', 'Zwolle'];
const NAMES = ['Jansen', 'De Vries', 'Bakker', 'Visser', 'Smit', 'Meijer', 'Mulder'];
const COLOURS = ['red', 'green', 'blue', null];
const CARRIERS = ['post', 'van', 'pickup', null];

/** Fills the order desk of `orders.md`: customers, products, and so many orders in all states. */
export async function fillOrders(url: string, count: number): Promise<void> {
  const carla = await asPerson(url, 'carla@example.com');
  const families = await idsOf(carla, 'families');
  const tags = await idsOf(carla, 'tags');
  const products: string[] = [];
  for (let place = 0; place < 24; place += 1) {
    const product = {
      sku: `SKU-${1000 + place}`,
      name: `Product ${place}`,
      family: families[place % families.length],
      tags: tags.slice(0, place % 4),
      price: `${(place * 7) % 90}.95`,
      weight: place % 3 === 0 ? null : place * 40,
      colour: COLOURS[place % COLOURS.length],
    };
    products.push((await carla.create('products', product)).record.id);
  }
  const customers: string[] = [];
  for (let place = 0; place < 30; place += 1) {
    const customer = {
      name: `${NAMES[place % NAMES.length]} ${place + 1}`,
      email: place % 6 === 5 ? null : `customer${place}@example.com`,
      city: CITIES[place % CITIES.length],
      since: place % 4 === 3 ? null : `20${10 + (place % 15)}-0${1 + (place % 9)}-14`,
    };
    customers.push((await carla.create('customers', customer)).record.id);
  }
  for (let place = 0; place < count; place += 1) await order(carla, place, customers, products);
}

async function idsOf(client: Client, path: string): Promise<string[]> {
  return (await client.list(path, { limit: 50 })).items.map(({ id }) => id);
}

async function order(client: Client, place: number, customers: readonly string[], products: readonly string[]) {
  const lines = Array.from({ length: 1 + (place % 3) }, (_, line) => ({
    product: products[(place + line) % products.length],
    quantity: 1 + line,
    amount: `${(place * 13) % 400}.50`,
  }));
  const body = {
    customer: customers[(place * 7) % customers.length],
    lines,
    rush: place % 9 === 0,
    discount: (place % 3) * 5,
    wanted:
      place % 7 === 6 ? null : `2026-${place % 5 === 0 ? '11' : '12'}-${String(1 + (place % 28)).padStart(2, '0')}`,
    carrier: CARRIERS[Math.floor(place / 3) % CARRIERS.length],
  };
  const { id } = (await client.create('orders', body)).record;
  if (place % 4 === 0) return;
  if (place % 8 === 7) {
    await client.fire('orders', id, 'cancel', { reason: 'The customer went elsewhere' });
    return;
  }
  await client.fire('orders', id, 'confirm');
  if (place % 4 === 2) await client.fire('orders', id, 'ship');
  if (place % 8 === 5) await client.fire('orders', id, 'hold');
}
