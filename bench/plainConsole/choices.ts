export const ORDER_STATUS = [
  { id: 'pending', name: 'Pending' },
  { id: 'success', name: 'Success' },
  { id: 'failed', name: 'Failed' },
  { id: 'closed', name: 'Expired' },
];

export const PAYOUT_STATUS = [
  { id: 'pending', name: 'Pending' },
  { id: 'processing', name: 'Processing' },
  { id: 'success', name: 'Success' },
  { id: 'failed', name: 'Failed' },
];
