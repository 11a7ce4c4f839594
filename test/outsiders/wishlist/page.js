/** Draws the wishes with a form for another one. Texts are set as text: the page's policy allows no other way. */
export function mount(element, server) {
  const list = document.createElement('ul');
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const button = document.createElement('button');
  const status = document.createElement('p');
  label.textContent = 'Set number ';
  input.name = 'set_number';
  input.required = true;
  button.textContent = 'Wish for it';
  button.className = 'button';
  status.setAttribute('role', 'status');
  label.append(input);
  form.append(label, button);
  element.append(form, status, list);

  const show = async () => {
    const { wishes } = await server.request('GET', '/wishes');
    list.replaceChildren(
      ...wishes.map((wish) => {
        const item = document.createElement('li');
        item.textContent = wish.granted_at === null ? wish.set_number : `${wish.set_number} (came true)`;
        return item;
      }),
    );
    status.textContent = wishes.length === 0 ? 'You wish for nothing yet.' : '';
  };
  const say = (error) => {
    status.textContent = error.message;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    server
      .request('POST', '/wishes', { set_number: input.value })
      .then(() => {
        input.value = '';
        return show();
      })
      .catch(say);
  });
  show().catch(say);
}
