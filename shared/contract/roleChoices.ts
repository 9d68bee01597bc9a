import { z } from 'zod';

/** GET /role-choices: the tenant's roles, and whether the signed-in user may assign each. */
export const roleChoicesSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    is_owner: z.boolean(),
    /** False if the role grants a permission that the user lacks. */
    may_give: z.boolean(),
  }),
);
export type RoleChoice = z.infer<typeof roleChoicesSchema>[number];
