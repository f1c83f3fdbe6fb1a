import type { Database } from './store.ts';

export interface VipCode {
  code: string;
  /** Whose code it is; they can't redeem it. Null for the deployment's own. */
  ownerId: string | null;
  /** What redeeming it gives. */
  credits: number;
}

export async function findVipCode(db: Database, code: string): Promise<VipCode | undefined> {
  const row = await db
    .selectFrom('vip_code')
    .select(['code', 'owner_id', 'credits'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row && { code: row.code, ownerId: row.owner_id, credits: row.credits };
}

/** Adds a code. @returns false when it is there already; it stays as it is. */
export async function insertVipCode(db: Database, { code, ownerId, credits }: VipCode): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('vip_code')
    .values({ code, owner_id: ownerId, credits })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A code, and how often it was redeemed. */
export interface VipCodeUse extends VipCode {
  createdAt: Date;
  redemptions: number;
}

/** All codes, oldest first. */
export async function listVipCodes(db: Database): Promise<VipCodeUse[]> {
  const rows = await db
    .selectFrom('vip_code')
    .select((code) => [
      'vip_code.code',
      'vip_code.credits',
      'vip_code.owner_id as ownerId',
      'vip_code.created_at as createdAt',
      code
        .selectFrom('vip_redemption')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('vip_redemption.code', '=', 'vip_code.code')
        .as('redemptions'),
    ])
    .orderBy('vip_code.created_at')
    .orderBy('vip_code.code')
    .execute();
  return rows.map((row) => ({ ...row, redemptions: Number(row.redemptions) }));
}

/** Deletes a code; what it gave stays. @returns false when there is none. */
export async function deleteVipCode(db: Database, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('vip_code').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Records a redemption. @returns when, or undefined when the user had redeemed the code before. */
export async function insertRedemption(
  db: Database,
  redemption: { code: string; userId: string },
): Promise<Date | undefined> {
  const row = await db
    .insertInto('vip_redemption')
    .values({ code: redemption.code, user_id: redemption.userId })
    .onConflict((conflict) => conflict.columns(['code', 'user_id']).doNothing())
    .returning('redeemed_at')
    .executeTakeFirst();
  return row?.redeemed_at;
}

/** How many codes the user has redeemed. */
export async function countRedemptions(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom('vip_redemption')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
