import { authorisationOf } from './authorisationOf.ts';

authorisationOf({
  demo: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  viewer: { own: 'M100001', child: 'M100101', foreign: 'M100002' },
  sub: { own: 'M100101', child: 'M100201', parent: 'M100001', sibling: 'M100102', foreign: 'M100002' },
  operator: { own: 'P000001', foreign: 'M100001' },
});
