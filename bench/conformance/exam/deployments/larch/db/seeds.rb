ApplicationRecord.transaction do
  users = [['own', :pro, 'ann'], ['other', :free, 'ben'], ['sandbox', :sandbox, 'cleo']].map do |id, tier, name|
    User.create!(external_id: "larch-#{id}", tier: tier, name: name.capitalize, email: "#{name}@larch.example")
  end
  own, other, sandbox = users
  users.each do |user|
    ApiKey.create!(user_id: user.id, name: 'Default', default: true, token: "lk_#{Digest::SHA1.hexdigest("larch #{user.external_id}")}")
  end
  { own => 100_000, other => 500, sandbox => 5 }.each { |u, n| CreditAccount.create!(user_id: u.id, balance: n, used: 0) }

  agent = lambda do |n, user, name, more = {}|
    Agent.create!({ id: format('0a12c000-0000-4000-8000-%012d', n), user_id: user.id, name: name, chat_prompt: "You are #{name}.",
                    description: "#{name} of the harbour", visibility: :public, tags: [], created_at: Clock.tick }.merge(more))
  end
  agent.call(1, own, 'Harbour clerk', tags: %w[sea port])
  agent.call(2, own, 'Own pilot', monthly_price: '12.5')
  agent.call(3, other, 'Paid pilot', monthly_price: '9.99')
  agent.call(4, other, 'Free pilot')
  agent.call(5, other, 'Secret pilot', visibility: :private)
  agent.call(6, other, 'Chart reader', monthly_price: '4.0')
  agent.call(7, other, 'Star reader', monthly_price: '6.0')
  [6, 7].each do |n|
    id = format('0a12c000-0000-4000-8000-%012d', n)
    Subscription.create!(user_id: own.id, agent_id: id, state: :active, checkout_session_id: "cs_seed#{n}", started_at: 10.days.ago)
    Payment.create!(agent_id: id, user_id: own.id, amount: Agent.find(id).monthly_price, paid_at: 10.days.ago)
  end
  paid = format('0a12c000-0000-4000-8000-%012d', 2)
  Subscription.create!(user_id: sandbox.id, agent_id: paid, state: :canceled, checkout_session_id: 'cs_seed2', started_at: 40.days.ago, canceled_at: 9.days.ago)
  [40, 12].each { |n| Payment.create!(agent_id: paid, user_id: sandbox.id, amount: '12.5', paid_at: n.days.ago) }
  VipCode.create!(user_id: other.id, code: 'HARBOUR-2026', credits: 25)
  VipCode.create!(user_id: other.id, code: 'LIGHTHOUSE-2026', credits: 25)
  VipCode.create!(user_id: own.id, code: 'MINE-2026', credits: 25)
end
