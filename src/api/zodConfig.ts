import { z } from 'zod';

// Zod's compiled parsers need `eval`, which the page's content security policy forbids; each schema tries it when it is
// made. So this is the first thing that is imported where the console's code begins.
z.config({ jitless: true });
