import { authorisationOf } from './authorisationOf.ts';

/** The roles that have fewer or the same rights as those of the short test. */
authorisationOf({
  checker: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  cashier: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  Support: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  tokyo: { own: 'M100002', foreign: 'M100001' },
});
