export async function inPortions<Item, Result>(
  items: readonly Item[],
  { size, concurrent }: { readonly size: number; readonly concurrent: number },
  work: (portion: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: (readonly Result[])[] = [];
  let start = 0;
  const workOff = async (): Promise<void> => {
    while (start < items.length) {
      const place = start / size;
      const portion = items.slice(start, (start += size));
      results[place] = await work(portion);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, workOff));
  return results.flat();
}
