import { z } from 'zod';

/** A calendar day in a query. The days and moments around it have four-digit years too, in every time zone. */
export const askedDaySchema = z.iso.date().refine((day) => day >= '1000-01-01' && day <= '9998-12-31');
