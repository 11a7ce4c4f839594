import type { Condition, HoldingStatus } from '@brickmarket/domain';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { AccountEntity } from '../access/access-entities.ts';

// Value bounds are CHECK constraints of the migrations and rules of the domain; entities do not repeat them.

/**
 * The key of `catalog.lego_set` that holdings and sales refer to. Only read here: catalogue imports write the table.
 */
@Entity({ schema: 'catalog', name: 'lego_set', synchronize: false })
export class BookedSetEntity {
  @PrimaryColumn('integer')
  id!: number;

  @Column({ type: 'text', name: 'set_number', collation: 'C' })
  setNumber!: string;
}

/** `portfolio.brickfolio`. */
@Entity({ schema: 'portfolio', name: 'brickfolio' })
@Unique('brickfolio_account_id_name_key', ['accountId', 'name'])
@Unique('brickfolio_account_id_id_key', ['accountId', 'id'])
@Index('brickfolio_one_default', ['accountId'], { unique: true, where: 'is_default' })
export class BrickfolioEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'brickfolio_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'brickfolio_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Raised by a trigger with every change. */
  @Column('integer', { default: 1 })
  version!: number;
}

/** `portfolio.holding`. */
@Entity({ schema: 'portfolio', name: 'holding' })
@Index('holding_in_order', { synchronize: false })
@Index('holding_by_block', { synchronize: false })
@Index('holding_by_set', ['setId', 'accountId'])
export class HoldingEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'holding_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @Column('integer', { name: 'brickfolio_id' })
  brickfolioId!: number;

  // By account and id, so that a holding cannot be in another account's brickfolio.
  @ManyToOne(() => BrickfolioEntity)
  @JoinColumn([
    {
      name: 'account_id',
      referencedColumnName: 'accountId',
      foreignKeyConstraintName: 'holding_account_id_brickfolio_id_fkey',
    },
    {
      name: 'brickfolio_id',
      referencedColumnName: 'id',
      foreignKeyConstraintName: 'holding_account_id_brickfolio_id_fkey',
    },
  ])
  brickfolio?: Relation<BrickfolioEntity>;

  @Column('integer', { name: 'set_id' })
  setId!: number;

  // The set's number as well as its id, because lists are ordered by it.
  @Column({ type: 'text', name: 'set_number', collation: 'C' })
  setNumber!: string;

  @ManyToOne(() => BookedSetEntity, { onUpdate: 'CASCADE' })
  @JoinColumn([
    { name: 'set_id', referencedColumnName: 'id', foreignKeyConstraintName: 'holding_set_id_set_number_fkey' },
    {
      name: 'set_number',
      referencedColumnName: 'setNumber',
      foreignKeyConstraintName: 'holding_set_id_set_number_fkey',
    },
  ])
  set?: Relation<BookedSetEntity>;

  @Column('integer')
  quantity!: number;

  @Column('text')
  condition!: Condition;

  @Column('integer', { name: 'purchase_price_cents', nullable: true })
  purchasePriceCents!: number | null;

  /** YYYY-MM-DD. */
  @Column('date', { name: 'purchase_date', nullable: true })
  purchaseDate!: string | null;

  @Column('text')
  status!: HoldingStatus;

  @Column('text', { nullable: true })
  notes!: string | null;

  /** Raised by a trigger with every change. */
  @Column('integer', { default: 1 })
  version!: number;
}

/** `portfolio.sale`: a line of an account's own ledger. Amounts are totals of the line. */
@Entity({ schema: 'portfolio', name: 'sale' })
@Index('sale_newest_first', { synchronize: false })
@Index('sale_by_set', ['setId'])
export class SaleEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'sale_pkey',
  })
  id!: number;

  @Column('integer', { name: 'account_id' })
  accountId!: number;

  @ManyToOne(() => AccountEntity)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'sale_account_id_fkey' })
  account?: Relation<AccountEntity>;

  @Column('integer', { name: 'set_id' })
  setId!: number;

  @ManyToOne(() => BookedSetEntity)
  @JoinColumn({ name: 'set_id', foreignKeyConstraintName: 'sale_set_id_fkey' })
  set!: Relation<BookedSetEntity>;

  @Column('text')
  platform!: string;

  /** YYYY-MM-DD. */
  @Column('date', { name: 'sale_date' })
  saleDate!: string;

  @Column('integer')
  quantity!: number;

  @Column('integer', { name: 'gross_cents' })
  grossCents!: number;

  @Column('integer', { name: 'platform_fees_cents' })
  platformFeesCents!: number;

  @Column('integer', { name: 'payment_fees_cents' })
  paymentFeesCents!: number;

  @Column('integer', { name: 'shipping_cents' })
  shippingCents!: number;

  /** Null when unknown. */
  @Column('integer', { name: 'cost_basis_cents', nullable: true })
  costBasisCents!: number | null;

  @Column('text', { nullable: true })
  notes!: string | null;

  /** Raised by a trigger with every change. */
  @Column('integer', { default: 1 })
  version!: number;
}
