import { z } from 'zod';

/** An amount on the wire: a whole number of minor units as decimal digits, so that no JSON number rounds it. */
export const amountSchema = z.string().regex(/^-?(0|[1-9][0-9]{0,18})$/);
