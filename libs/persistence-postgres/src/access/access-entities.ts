import type { Plan } from '@brickmarket/domain';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';

// Value bounds are CHECK constraints of the migrations and rules of the domain.

@Entity({ schema: 'access', name: 'account' })
@Unique('account_email_key', ['email'])
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'account_pkey',
  })
  id!: number;

  @Column('text')
  email!: string;

  @Column('text')
  plan!: Plan;

  /** Operator's limit for all keys of the account. */
  @Column('integer', { name: 'daily_limit', nullable: true })
  dailyLimit!: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

@Entity({ schema: 'access', name: 'api_key' })
@Unique('api_key_key_hash_key', ['keyHash'])
@Unique('api_key_slot_key', ['accountId', 'slot'])
@Index('api_key_account', ['accountId'])
@Index('api_key_predecessor', ['predecessorId'])
@Index('api_key_by_expiry', ['expiresAt'], { where: 'revoked_at IS NULL' })
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'api_key_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'api_key_account_id_fkey' })
  account?: Relation<AccountEntity>;

  /** Written, never read. */
  @Column('bytea', { name: 'key_hash', select: false })
  keyHash!: Buffer;

  @Column('text')
  name!: string;

  @Column('text')
  last4!: string;

  @Column('integer', { name: 'daily_limit', default: 1000 })
  dailyLimit!: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** One of five, set by a trigger; null: another key has taken the slot. */
  @Column('smallint', { nullable: true })
  slot!: number | null;

  /** Used by other keys of the slot on the day it was taken. */
  @Column('integer', { default: 0 })
  carried!: number;

  @Column('date', { name: 'carried_on', nullable: true })
  carriedOn!: string | null;

  @Column('integer', { name: 'predecessor_id', nullable: true })
  predecessorId!: number | null;

  @ManyToOne(() => ApiKeyEntity)
  @JoinColumn({ name: 'predecessor_id', foreignKeyConstraintName: 'api_key_predecessor_id_fkey' })
  predecessor?: Relation<ApiKeyEntity>;
}

/** `access.key_usage`: one counter per key and UTC day, written by admission in plain SQL. */
@Entity({ schema: 'access', name: 'key_usage' })
@Index('key_usage_by_day', ['day'])
export class KeyUsageEntity {
  @PrimaryColumn('integer', { name: 'key_id', primaryKeyConstraintName: 'key_usage_pkey' })
  keyId!: number;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'key_usage_pkey' })
  day!: string;

  @ManyToOne(() => ApiKeyEntity)
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'key_usage_key_id_fkey' })
  key?: Relation<ApiKeyEntity>;

  @Column('integer')
  used!: number;

  @Column('integer', { name: 'last_charge' })
  lastCharge!: number;

  /** Limit less what others used of the slot. */
  @Column('integer', { name: 'day_limit', nullable: true })
  dayLimit!: number | null;

  @Column('timestamptz', { name: 'first_used_at', nullable: true })
  firstUsedAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  /** Another key continues the count: it stays unchanged. */
  @Column('boolean', { name: 'is_closed', default: false })
  isClosed!: boolean;
}
