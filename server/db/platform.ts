/** The payment company's own tenant, owner of every row that belongs to no merchant. The same in each installation. */
export const PLATFORM_ID = '00000000-0000-7000-8000-000000000001';
