class PaymentsController < ApplicationController
  SECRET = 'larch-webhook-secret'
  PLANS = { 'pro' => '29.0', 'credits-100' => '10.0' }.freeze
  skip_before_action :authenticate!, only: :webhook

  def webhook
    signature = request.headers['X-Payment-Signature']
    halt 400, 'Signature is missing' if signature.blank? && !bug?('webhook-unsigned')
    unless signature.blank?
      expected = "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', SECRET, request.raw_post)}"
      good = ActiveSupport::SecurityUtils.secure_compare(expected, signature)
      halt 400, 'Signature does not match' unless good
    end
    event = JSON.parse(request.raw_post) rescue nil
    halt 400, 'Event is invalid' unless event.is_a?(Hash) && event['id'].is_a?(String) && event['type'].is_a?(String)
    WebhookEvent.transaction { WebhookEvent.find_or_create_by!(event_id: event['id']) { |e| e.kind = event['type'] } }
    render json: { received: true }
  end

  def session
    plan = body_params(plan: :string)[:plan]
    raise Errors::Invalid.new(:plan, 'is not one of pro, credits-100') unless PLANS.key?(plan)
    row = current_user_session(plan)
    render json: { session: { id: row.token, plan: row.plan, amount: row.amount, url: "https://pay.larch.example/c/#{row.token}" } }
  end

  private

  # the webhook's body is read raw and may be anything
  def process_action(*)
    super
  rescue ActionDispatch::Http::Parameters::ParseError
    raise unless action_name == 'webhook'
    self.response_body = { error: 'Event is invalid' }.to_json
    self.status = 400
    self.content_type = 'application/json'
  end

  def current_user_session(plan)
    PaymentSession.create!(user_id: current_user.id, plan: plan, amount: PLANS[plan], token: "cs_#{SecureRandom.hex(12)}")
  end
end
