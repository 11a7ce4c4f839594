import type { Plan } from '@brickmarket/domain';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';

// Value bounds are CHECK constraints of the migrations and rules of the domain; entities do not repeat them.

/** `access.account`. */
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

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** `access.api_key`. */
@Entity({ schema: 'access', name: 'api_key' })
@Unique('api_key_key_hash_key', ['keyHash'])
@Index('api_key_account', ['accountId'])
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
}

/** `access.key_usage`: one counter for each key and UTC day. Admission writes it, in plain SQL. */
@Entity({ schema: 'access', name: 'key_usage' })
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

  @Column('integer', { name: 'day_limit', nullable: true })
  dayLimit!: number | null;

  @Column('timestamptz', { name: 'first_used_at', nullable: true })
  firstUsedAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
