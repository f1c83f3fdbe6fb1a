import { getVipRedemptionCount } from './get-vip-redemption-count.ts';
import { redeemVipCode } from './redeem-vip-code.ts';

export const vipOperations = [getVipRedemptionCount, redeemVipCode];
