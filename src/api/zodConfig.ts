import { z } from 'zod';

// Zod's compiled parsers need `eval`, which the page's content security policy forbids, and each schema tries it when
// it is created. So the console's code must import this first.
z.config({ jitless: true });
