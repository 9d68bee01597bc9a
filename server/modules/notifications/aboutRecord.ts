interface MoneyRecord {
  id: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
  status: string;
  reject_reason?: string | null;
}

/** What a notification says of a record that money moves through. @param number by which people know it */
export function aboutRecord(resource: string, record: MoneyRecord, number: string): Record<string, string> {
  const { id, amount, currency, status, reject_reason: reason } = record;
  const told = { resource, record_id: id, number, amount: amount.toString(), currency, status };
  return reason ? { ...told, reason } : told;
}
