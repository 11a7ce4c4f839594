/** The sets that any of a list of barcode keys names, by the catalogue or by what was seen at a retailer. Each part has its own index. */
export function namedByBarcode(keys: string): string {
  return `
SELECT c.set_id FROM retail.product_code c WHERE c.code_key = ANY(${keys}) AND c.kind <> 'asin'
UNION SELECT u.id FROM catalog.lego_set u WHERE catalog.barcode_key(u.upc) = ANY(${keys})
UNION SELECT e.id FROM catalog.lego_set e WHERE catalog.barcode_key(e.ean) = ANY(${keys})`;
}
