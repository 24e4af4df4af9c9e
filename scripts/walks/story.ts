import type { Page } from '@nonet/browser';

/** One way to use a product. What it can't reach with its own means, it refuses with an error that says so. */
export interface Way {
  readonly page: Page;
  /** Opens an address, as a link in a mail does. */
  arrive: (url: string) => Promise<void>;
  /** Opens a screen from the menu. */
  goTo: (screen: string) => Promise<void>;
  /** Presses a button or follows a link, by the begin of its name. */
  press: (name: RegExp) => Promise<void>;
  /** Enters a text in the place of what a field contains. */
  fill: (label: RegExp, text: string) => Promise<void>;
  /** Enters letters, and chooses what is offered for them. */
  choose: (label: RegExp, letters: string, option: string) => Promise<void>;
  /** Waits until a text is there, and records what the person perceives by then. */
  perceive: (text: RegExp) => Promise<void>;
  /** Opens the menu of the account, and signs out. */
  signOut: (person: string) => Promise<void>;
}

/** A day before today as a reader of British English writes it. */
function daysAgo(days: number): string {
  const date = new Date(Date.now() - days * 86_400_000);
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam' }).format(date);
}

/** The story of the expenses: a claim with two lines is filed, changed, submitted, approved and paid. */
export async function walkExpenses(way: Way, url: string, purpose: string): Promise<void> {
  const begin = new RegExp(purpose);
  await way.arrive(url);
  await way.perceive(/^Sign in$/);
  await way.press(/^Emma Employee/);
  await way.perceive(/^Overview$/);

  await way.goTo('New claim');
  await way.perceive(/^New claim$/);
  // Saved too early: the form says what is missing.
  await way.press(/^Save$/);
  await way.perceive(/needs? attention/);
  await way.fill(/^Purpose/, purpose);
  await way.fill(/^From/, daysAgo(2));
  await way.fill(/^To\b/, daysAgo(1));
  await way.fill(/^Date, row 1/, daysAgo(2));
  await way.choose(/^Category, row 1/, 'Trav', 'Travel');
  await way.fill(/^Description, row 1/, 'Tram');
  await way.fill(/^Amount, row 1/, '4.20');
  await way.press(/^Add a row/);
  await way.fill(/^Date, row 2/, daysAgo(1));
  await way.choose(/^Category, row 2/, 'Meal', 'Meals');
  await way.fill(/^Description, row 2/, 'Lunch');
  await way.fill(/^Amount, row 2/, '12.50');
  await way.perceive(/€16\.70/);
  await way.press(/^Save$/);
  await way.perceive(begin);
  await way.press(/^Submit$/);
  await way.perceive(/^Submitted$/);
  await way.signOut('Emma Employee');

  await way.press(/^Mo Manager/);
  await way.perceive(/^Overview$/);
  await way.goTo('Approvals');
  await way.perceive(begin);
  await way.press(/^EX-\d+-00001/);
  await way.perceive(begin);
  await way.press(/^Approve$/);
  await way.perceive(/^Approved$/);
  await way.signOut('Mo Manager');

  await way.press(/^Finn Finance/);
  await way.perceive(/^Overview$/);
  await way.goTo('Finance board');
  await way.perceive(/EX-\d+-00001/);
  await way.press(/^EX-\d+-00001/);
  await way.perceive(begin);
  await way.press(/^Pay$/);
  await way.perceive(/^Payment reference/);
  await way.fill(/^Payment reference/, 'BANK-0042');
  await way.press(/^Pay$/);
  await way.perceive(/^Paid$/);
}
