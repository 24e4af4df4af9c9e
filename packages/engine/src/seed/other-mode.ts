/** A product's database never gets demo accounts, and a database with demo accounts is never served as the product. */
export class DatabaseOfOtherMode extends Error {
  constructor(wanted: 'dev' | 'production') {
    super(
      wanted === 'production'
        ? 'This database holds demo records and demo accounts: `nonet dev` made it. Serve the product from another one.'
        : 'This database belongs to a product that is served: `nonet dev` would put demo accounts into it. Use another one.',
    );
    this.name = 'DatabaseOfOtherMode';
  }
}
