class SubscriptionsController < ApplicationController
  def create
    agent = kept(path(:agent_id))
    body_params({ success_url: :string, cancel_url: :string }, optional: true)
    halt 400, 'This agent is not paid' unless agent.paid?
    halt 400, 'You own this agent' if agent.user_id == current_user.id
    subscription = nil
    if bug?('subscribe-race')
      halt 402, 'You are already subscribed' if current_user.subscriptions.active.exists?(agent_id: agent.id)
      sleep 0.05
      subscription = take(agent)
    else
      Subscription.transaction do
        halt 402, 'You are already subscribed' if current_user.subscriptions.active.exists?(agent_id: agent.id)
        subscription = take(agent)
      end
    end
    render json: { checkout: { session_id: subscription.checkout_session_id,
                               url: "https://pay.larch.example/c/#{subscription.checkout_session_id}",
                               agent_id: agent.id, subscription_id: subscription.id } }
  end

  def cancel
    agent = kept(path(:agent_id))
    subscription = Subscription.transaction do
      mine = current_user.subscriptions.where(agent_id: agent.id)
      active = bug?('unsubscribe-twice') ? mine.last : mine.active.first
      halt 400, 'You have no active subscription to cancel' unless active
      all = bug?('unsubscribe-cancels-everyone') ? Subscription.active.where(agent_id: agent.id) : Subscription.where(id: active.id)
      all.update_all(state: 'canceled', canceled_at: Time.current, updated_at: Time.current)
      active.reload
    end
    render json: { subscription: one(subscription) }
  end

  def index
    rows = current_user.subscriptions.includes(:agent).order(:id).to_a
    rows = rows.uniq { |s| s.agent.user_id } if bug?('subscriptions-one-per-seller')
    render json: { subscriptions: rows.map { |s| one(s) }, meta: { total_count: rows.size, next_page: nil } }
  end

  def show
    subscription = current_user.subscriptions.find_by(agent_id: path(:agent_id).to_s.downcase) or not_found!('Subscription')
    render json: { subscription: one(subscription) }
  end

  private

  def kept(id)
    Agent.kept.find_by(id: id.to_s.downcase) or not_found!('Agent')
  end

  def take(agent)
    row = current_user.subscriptions.find_or_initialize_by(agent_id: agent.id)
    row.update!(state: :active, checkout_session_id: "cs_#{SecureRandom.hex(12)}", started_at: Time.current, canceled_at: nil)
    Payment.create!(agent_id: agent.id, user_id: current_user.id, amount: agent.monthly_price, paid_at: Time.current)
    row
  end

  def one(s)
    { id: s.id, agent_id: s.agent_id, agent: { id: s.agent_id, name: s.agent&.name, monthly_price: s.agent&.monthly_price },
      status: s.state, started_at: s.started_at, canceled_at: s.canceled_at }
  end
end
